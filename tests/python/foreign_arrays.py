"""Arrays of other libraries: objects that hand over memory by DLPack, honestly or not."""

import ctypes

_CPU = 1
_CODES = {"i": 0, "u": 1, "f": 2}
_READ_ONLY = 1


class _Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("id", ctypes.c_int32)]


class _Type(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [
        ("tensor", _Tensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


class _Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    ]


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Foreign:
    """The memory of a NumPy array, by DLPack alone."""

    def __init__(self, array):
        self.array = array
        self.shape = array.shape
        self._kept = []  # what capsules point to

    def _tensor(self):
        axes = ctypes.c_int64 * self.array.ndim
        strides = [stride // self.array.itemsize for stride in self.array.strides]
        kind = _Type(_CODES[self.array.dtype.kind], 8 * self.array.itemsize, 1)
        data = self.array.ctypes.data
        return _Tensor(
            data, _Device(_CPU, 0), len(axes()), kind, axes(*self.array.shape), axes(*strides), 0
        )

    def __dlpack__(self, **_):
        managed = _Managed(self._tensor(), None, None)
        self._kept.append(managed)
        return _new_capsule(ctypes.addressof(managed), b"dltensor", None)

    def __dlpack_device__(self):
        return (_CPU, 0)

    def __getitem__(self, index):
        return type(self)(self.array[index])


class Nothing(Foreign):
    """Elements without memory."""

    offset = 0

    def _tensor(self):
        tensor = super()._tensor()
        tensor.data, tensor.byte_offset = None, self.offset
        return tensor


class Shifted(Nothing):
    """The same, some bytes behind it."""

    offset = 4096


class Shapeless(Foreign):
    """Without the attribute that all arrays have."""

    def __init__(self, array):
        super().__init__(array)
        del self.shape


class Unshapely(Foreign):
    """With one that is no shape."""

    def __init__(self, array):
        super().__init__(array)
        self.shape = 8


class Whole(Foreign):
    """Of which no part can be taken."""

    __getitem__ = None


class WithGradient(Foreign):
    requires_grad = True


class ReadOnly(Foreign):
    """Says that it must not be written, to those who ask for DLPack 1.0."""

    def __dlpack__(self, *, max_version=None, **_):
        if max_version is None:
            return super().__dlpack__()
        managed = _Versioned(1, 0, None, None, _READ_ONLY, self._tensor())
        self._kept.append(managed)
        return _new_capsule(ctypes.addressof(managed), b"dltensor_versioned", None)
