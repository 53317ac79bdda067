"""Images whose pixels move, each by a flow of its own, or as some of them do."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

_EPSILON = 1e-10


def dense_image_warp(image: Any, flow: Any, name: str = "dense_image_warp") -> Any:
    """Images [batch, height, width, channels] whose pixel at `p` is that at `p - flow`; flows are (y, x).

    Between pixels bilinear; beyond the border what is on it.
    """
    with tf.compat.v1.name_scope(name):
        image, flow = tf.convert_to_tensor(image), tf.convert_to_tensor(flow)
        batch, height, width, channels = tf.unstack(tf.shape(image))
        columns, rows = tf.meshgrid(tf.range(width), tf.range(height))
        points = tf.cast(tf.stack([rows, columns], 2), flow.dtype)[None] - flow
        points = tf.reshape(points, [batch, height * width, 2])
        floors, parts = [], []
        for axis, size in enumerate((height, width)):
            where = points[..., axis]
            floor = tf.clip_by_value(tf.floor(where), 0, tf.cast(size - 2, flow.dtype))
            floors.append(tf.cast(floor, tf.int32))
            parts.append(tf.clip_by_value(tf.cast(where - floor, image.dtype), 0, 1)[..., None])

        def pixel(down: int, right: int) -> Any:
            return tf.gather_nd(image, tf.stack([floors[0] + down, floors[1] + right], -1), batch_dims=1)

        upper = parts[1] * (pixel(0, 1) - pixel(0, 0)) + pixel(0, 0)
        lower = parts[1] * (pixel(1, 1) - pixel(1, 0)) + pixel(1, 0)
        return tf.reshape(parts[0] * (lower - upper) + upper, [batch, height, width, channels])


def interpolate_spline(
    train_points: Any,
    train_values: Any,
    query_points: Any,
    order: int,
    regularization_weight: float = 0.0,
    name: str = "interpolate_spline",
) -> Any:
    """Values [batch, m, k] at the query points, by a polyharmonic spline through those at the train points.

    Args:
      train_points: [batch, n, d].
      train_values: [batch, n, k].
      query_points: [batch, m, d].
      order: of the spline; 1 is linear, 2 a thin plate.
      regularization_weight: above 0 the spline need not go through the points.
      name: of the scope.
    """
    with tf.compat.v1.name_scope(name):
        points, values, queries = map(tf.convert_to_tensor, (train_points, train_values, query_points))
        batch, count, _ = tf.unstack(tf.shape(points))
        kind, columns = points.dtype, int(points.shape[-1]) + 1
        matrix = _kernel(_squared_distances(points, points), order)
        if regularization_weight > 0:
            matrix += regularization_weight * tf.eye(count, dtype=kind)[None]
        linear = tf.concat([points, tf.ones_like(points[..., :1])], 2)
        left = tf.concat([matrix, tf.transpose(linear, [0, 2, 1])], 1)
        right = tf.concat([linear, tf.zeros([batch, columns, columns], kind)], 1)
        wanted = tf.concat([values, tf.zeros([batch, columns, int(values.shape[-1])], kind)], 1)
        weights = tf.linalg.solve(tf.concat([left, right], 2), wanted)
        seen = tf.concat([queries, tf.ones_like(queries[..., :1])], 2)
        bent = tf.matmul(_kernel(_squared_distances(queries, points), order), weights[:, :count])
        return bent + tf.matmul(seen, weights[:, count:])


def _squared_distances(x: Any, y: Any) -> Any:
    products = tf.matmul(x, y, adjoint_b=True)
    norms = tf.reduce_sum(tf.square(x), 2)[:, :, None], tf.reduce_sum(tf.square(y), 2)[:, None]
    return norms[0] - 2 * products + norms[1]


def _kernel(squares: Any, order: int) -> Any:
    """The spline's kernel of squared distances."""
    above_zero = tf.maximum(squares, _EPSILON)
    if order == 2:
        return 0.5 * squares * tf.math.log(above_zero)
    if order == 4:
        return 0.5 * tf.square(squares) * tf.math.log(above_zero)
    power = tf.pow(above_zero, 0.5 * order)
    return power if order % 2 else 0.5 * power * tf.math.log(above_zero)


def sparse_image_warp(
    image: Any,
    source_control_point_locations: Any,
    dest_control_point_locations: Any,
    interpolation_order: int = 2,
    regularization_weight: float = 0.0,
    num_boundary_points: int = 0,
    name: str = "sparse_image_warp",
) -> tuple[Any, Any]:
    """Images warped so that control points [batch, points, 2] move from source to destination; and the flow.

    With `num_boundary_points`, that many on each edge stay where they are.
    """
    image = tf.convert_to_tensor(image)
    destination = tf.convert_to_tensor(dest_control_point_locations)
    moved = destination - tf.convert_to_tensor(source_control_point_locations)
    with tf.compat.v1.name_scope(name):
        batch, height, width, _ = image.shape.as_list()
        if num_boundary_points > 0:
            edge = _boundary(height, width, num_boundary_points - 1)
            still = tf.constant(np.tile(edge, [batch, 1, 1]), destination.dtype)
            destination = tf.concat([destination, still], 1)
            moved = tf.concat([moved, tf.zeros_like(still)], 1)
        grid = np.stack(np.meshgrid(np.arange(height), np.arange(width), indexing="ij"), -1)
        grid = tf.constant(np.tile(grid.reshape(1, -1, 2), [batch, 1, 1]), image.dtype)
        flow = interpolate_spline(destination, moved, grid, interpolation_order, regularization_weight)
        flow = tf.reshape(flow, [batch, height, width, 2])
        return dense_image_warp(image, flow), flow


def _boundary(height: int, width: int, points_per_edge: int) -> Any:
    rows = np.linspace(0, height - 1, points_per_edge + 2)
    columns = np.linspace(0, width - 1, points_per_edge + 2)
    y, x = np.meshgrid(rows, columns, indexing="ij")
    is_edge = (x == 0) | (x == width - 1) | (y == 0) | (y == height - 1)
    return np.stack([y[is_edge], x[is_edge]], axis=-1)
