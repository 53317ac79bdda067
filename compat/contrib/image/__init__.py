"""`tf.contrib.image`: images rotated, moved, warped, and in other colours."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ..._listing import listed
from .._names import lookup
from ._colours import adjust_hsv_in_yiq as adjust_hsv_in_yiq
from ._colours import random_hsv_in_yiq as random_hsv_in_yiq
from ._warping import dense_image_warp as dense_image_warp
from ._warping import interpolate_spline as interpolate_spline
from ._warping import sparse_image_warp as sparse_image_warp

__dir__ = listed(__name__)

__getattr__ = lookup(
    "image",
    [],
    {
        "bipartite_match": "scipy.optimize.linear_sum_assignment in tf.numpy_function",
        "connected_components": "scipy.ndimage.label in tf.numpy_function",
        "single_image_random_dot_stereograms": "NumPy in tf.numpy_function",
    },
)


def transform(
    images: Any, transforms: Any, interpolation: str = "NEAREST", output_shape: Any = None, name: Any = None
) -> Any:
    """Apply projective transforms [8] or [batch, 8] to images of rank 2, 3 or 4; outside is zero."""
    with tf.compat.v1.name_scope(name, "transform"):
        images = tf.convert_to_tensor(images)
        rank = images.shape.rank
        if rank not in (2, 3, 4):
            raise TypeError("Images should have rank between 2 and 4.")
        batch = images[None, :, :, None] if rank == 2 else images[None] if rank == 3 else images
        transforms = tf.convert_to_tensor(transforms, tf.float32)
        output = tf.raw_ops.ImageProjectiveTransformV2(
            images=batch,
            transforms=transforms[None] if transforms.shape.rank == 1 else transforms,
            output_shape=tf.shape(batch)[1:3] if output_shape is None else output_shape,
            interpolation=interpolation.upper(),
        )
        if rank == 2:
            return output[0, :, :, 0]
        return output[0] if rank == 3 else output


def rotate(images: Any, angles: Any, interpolation: str = "NEAREST", name: Any = None) -> Any:
    """Rotate images counterclockwise by angles in radians, about their centres."""
    with tf.compat.v1.name_scope(name, "rotate"):
        images = tf.convert_to_tensor(images)
        first = 1 if images.shape.rank == 4 else 0
        height = tf.cast(tf.shape(images)[first], tf.float32)
        width = tf.cast(tf.shape(images)[first + 1], tf.float32)
        return transform(images, angles_to_projective_transforms(angles, height, width), interpolation)


def translate(images: Any, translations: Any, interpolation: str = "NEAREST", name: Any = None) -> Any:
    """Move images by [dx, dy] or [batch, 2] pixels."""
    with tf.compat.v1.name_scope(name, "translate"):
        return transform(images, translations_to_projective_transforms(translations), interpolation)


def angles_to_projective_transforms(
    angles: Any, image_height: Any, image_width: Any, name: Any = None
) -> Any:
    """The transforms [batch, 8] that rotate by angles in radians."""
    with tf.compat.v1.name_scope(name, "angles_to_projective_transforms"):
        angles = tf.convert_to_tensor(angles, tf.float32)
        angles = angles[None] if angles.shape.rank == 0 else angles
        cosine, sine = tf.cos(angles), tf.sin(angles)
        x = ((image_width - 1) - (cosine * (image_width - 1) - sine * (image_height - 1))) / 2.0
        y = ((image_height - 1) - (sine * (image_width - 1) + cosine * (image_height - 1))) / 2.0
        zeros = tf.zeros_like(angles)
        return tf.stack([cosine, -sine, x, sine, cosine, y, zeros, zeros], axis=1)


def translations_to_projective_transforms(translations: Any, name: Any = None) -> Any:
    """The transforms [batch, 8] that move by [dx, dy] pixels."""
    with tf.compat.v1.name_scope(name, "translations_to_projective_transforms"):
        moved = tf.convert_to_tensor(translations, tf.float32)
        moved = moved[None] if moved.shape.rank == 1 else moved
        ones, zeros = tf.ones_like(moved[:, 0]), tf.zeros_like(moved[:, 0])
        return tf.stack([ones, zeros, -moved[:, 0], zeros, ones, -moved[:, 1], zeros, zeros], axis=1)


def compose_transforms(*transforms: Any) -> Any:
    """Projective transforms [8] or [batch, 8], one after the other."""
    if not transforms:
        raise ValueError("transforms cannot be empty")
    with tf.compat.v1.name_scope("compose_transforms"):
        composed = flat_transforms_to_matrices(transforms[0])
        for transform in transforms[1:]:
            composed = tf.matmul(composed, flat_transforms_to_matrices(transform))
        return matrices_to_flat_transforms(composed)


def flat_transforms_to_matrices(transforms: Any) -> Any:
    """Transforms [8] or [batch, 8] as matrices [batch, 3, 3].

    Raises:
      ValueError: they are of another rank.
    """
    with tf.compat.v1.name_scope("flat_transforms_to_matrices"):
        transforms = tf.convert_to_tensor(transforms)
        if transforms.shape.rank not in (1, 2):
            raise ValueError(f"Transforms should be 1D or 2D, got: {transforms}")
        flat = tf.reshape(transforms, [-1, 8])
        return tf.reshape(tf.concat([flat, tf.ones([tf.shape(flat)[0], 1])], 1), [-1, 3, 3])


def matrices_to_flat_transforms(transform_matrices: Any) -> Any:
    """Matrices [3, 3] or [batch, 3, 3] as transforms [batch, 8].

    Raises:
      ValueError: they are of another rank.
    """
    with tf.compat.v1.name_scope("matrices_to_flat_transforms"):
        matrices = tf.convert_to_tensor(transform_matrices)
        if matrices.shape.rank not in (2, 3):
            raise ValueError(f"Matrices should be 2D or 3D, got: {matrices}")
        flat = tf.reshape(matrices, [-1, 9])
        return (flat / flat[:, 8:9])[:, :8]
