"""fp32.* in a user's script: set by torch's older switches where there are any, because one use of the newer ones makes the
older ones' getters throw in the script. What the older ones cannot say is refused before the start."""

import torch


_ONEDNN_MATMUL = {"ieee": "highest", "tf32": "high", "bf16": "medium"}


def _older_onednn(operation):
    """Of an older torch, which has one switch for all products of matrices, and none for the rest."""
    if operation != "matmul":
        raise RuntimeError("not in this torch version")
    asked = torch.get_float32_matmul_precision()
    return next(value for value, name in _ONEDNN_MATMUL.items() if name == asked)


def _read(backend, operation):
    def read():
        getter = getattr(torch._C, "_get_fp32_precision_getter", None)
        if getter is not None:
            precision = getter(backend, operation)
            return "ieee" if precision == "none" else precision
        if backend != "cuda":
            return _older_onednn(operation)
        owner = torch.backends.cuda.matmul if operation == "matmul" else torch.backends.cudnn
        return "tf32" if owner.allow_tf32 else "ieee"

    return read


def _cuda_matmul(value):
    torch.backends.cuda.matmul.allow_tf32 = value == "tf32"


def _cudnn(value):
    torch.backends.cudnn.allow_tf32 = value == "tf32"


def _onednn_matmul(value):
    if value != "ieee":
        torch.set_float32_matmul_precision(_ONEDNN_MATMUL[value])


def _onednn(operation):
    """There is no older switch for these; the newer one leaves the older getters of other backends alone (torch 2.11)."""

    def apply(value):
        switch = getattr(torch.backends.mkldnn, operation, None)
        if switch is None:
            raise RuntimeError("torch %s has no switch for it" % torch.__version__)
        switch.fp32_precision = value

    return apply


# key -> (apply, read back), in the order in which they have to be applied.
APPLIERS = {
    "fp32.cuda.matmul": (_cuda_matmul, _read("cuda", "matmul")),
    "fp32.cuda.conv": (_cudnn, _read("cuda", "conv")),
    "fp32.cuda.rnn": (_cudnn, _read("cuda", "rnn")),
    "fp32.onednn.matmul": (_onednn_matmul, _read("mkldnn", "matmul")),
    "fp32.onednn.conv": (_onednn("conv"), _read("mkldnn", "conv")),
    "fp32.onednn.rnn": (_onednn("rnn"), _read("mkldnn", "rnn")),
}
