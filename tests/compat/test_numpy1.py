"""What NumPy 1 had means what it meant there."""

import io
from collections.abc import Callable

import numpy as np
import pytest

from compat import numpy1

SCALARS = [np.int8, np.uint16, np.int64, np.float16, np.float64, np.complex64]


@pytest.mark.parametrize("kind", ["float32", np.int8, float, "i4", np.dtype(bool)])
def test_cast_makes_arrays_of_the_type(kind):
    made = numpy1.cast[kind]([0, 1, 2])
    assert made.dtype == np.dtype(kind)
    assert np.array_equal(made, np.array([0, 1, 2]).astype(kind))


def test_zeros_have_signs():
    assert (numpy1.PZERO, numpy1.NZERO) == (0.0, 0.0)
    assert (np.copysign(1, numpy1.PZERO), np.copysign(1, numpy1.NZERO)) == (1.0, -1.0)


def test_what_stands_for_no_type_is_no_key():
    assert "nothing" not in numpy1.cast
    with pytest.raises(KeyError):
        numpy1.nbytes["nothing"]


@pytest.mark.parametrize("one", SCALARS)
@pytest.mark.parametrize("other", SCALARS)
def test_arrays_are_promoted_as_numpy_promotes_them(one, other):
    assert numpy1.find_common_type([one, other], []) == np.promote_types(one, other)


def test_scalars_count_where_they_are_of_a_higher_kind():
    assert numpy1.find_common_type([np.float32], [np.int64, np.float64]) == np.float32
    assert numpy1.find_common_type([np.float32], [complex]) == np.complex128
    assert numpy1.find_common_type([np.uint8], [np.int64]) == np.int64
    assert numpy1.find_common_type([], [np.int64, np.float32]) == np.float64
    assert numpy1.find_common_type([], []) is None


def test_types_are_told_from_others():
    assert numpy1.issctype(np.int32)
    assert not numpy1.issctype(object)
    assert not numpy1.issctype("int32")
    assert numpy1.obj2sctype(np.array([1.0])) is np.float64
    assert numpy1.obj2sctype([1], default=3) == 3
    assert numpy1.maximum_sctype("int8") is np.int64
    assert numpy1.maximum_sctype("S3") is np.bytes_
    assert numpy1.sctype2char(np.int32) == np.dtype(np.int32).char
    with pytest.raises(ValueError, match="unrecognized"):
        numpy1.sctype2char([1])
    assert numpy1.issubclass_(bool, int)
    assert not numpy1.issubclass_(1, int)


def test_records_have_fields_of_the_first_line():
    found = numpy1.recfromcsv(io.StringIO("A,B\n1,x\n2,y\n"))
    assert found.a.tolist() == [1, 2]
    assert found.b.tolist() == [b"x", b"y"]


def test_numpy_itself_has_all_of_it_once_tf1_is_imported(ran: Callable[..., str]):
    names = repr(list(numpy1.__all__))
    missing = ran(
        f"import compat.tf1\nimport numpy as np\nprint([one for one in {names} if not hasattr(np, one)])"
    )
    assert missing.split() == ["[]"]


def test_what_is_displayed_goes_where_it_is_told(capsys):
    told = io.StringIO()
    numpy1.disp("to a file", told)
    numpy1.disp(3, told, linefeed=False)
    numpy1.disp("printed")
    assert told.getvalue() == "to a file\n3"
    assert capsys.readouterr().out == "printed\n"
