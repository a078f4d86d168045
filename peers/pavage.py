"""Decodes generated pictures of the regions and blended modes and label maps with the second decoder of
pavage_reader.py, and compares them with the originals. The digest of the files that it read is kept."""

import fixture
from harness import build
from pavage_pictures import digest, encoded, generated
from pavage_reader import decode

rows = []
for mode, arrays in generated().items():
    files = encoded(build("pavage"), mode, arrays)
    for number, (data, array) in enumerate(zip(files, arrays, strict=True)):
        wanted = array if mode == "labels" else array.astype(array.dtype.newbyteorder(">"))
        assert decode(data) == wanted.tobytes(), (mode, number)
    rows.append([mode, len(files), digest(files)])
fixture.write("pavage", rows)
