"""`tf.contrib.ffmpeg`: says what took its place."""

from __future__ import annotations

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup(
    "ffmpeg",
    [],
    {
        "decode_audio": "tf.audio.decode_wav, or a library such as tensorflow-io",
        "decode_video": "a library such as tensorflow-io, or OpenCV in tf.numpy_function",
        "encode_audio": "tf.audio.encode_wav",
    },
)
