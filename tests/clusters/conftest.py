"""What the tests of collections share."""

from tests.clusters.samples import alone, sources  # noqa: F401
