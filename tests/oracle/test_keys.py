"""The constants of the Polyglot key, against their published digest."""

import hashlib
import re

from tests.conftest import ROOT

DIGEST = "9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8"


def test_the_constants_have_the_published_digest():
    text = (ROOT / "src/intarsia/chess/keys.cc").read_text()
    constants = [int(word, 16) for word in re.findall(r"0x[0-9a-f]{16}", text)]
    assert len(constants) == 781
    data = b"".join(constant.to_bytes(8, "big") for constant in constants)
    assert hashlib.sha256(data).hexdigest() == DIGEST
