"""The two short cuts past the WebSocket library: a frame that is written ready-made, and a short text that is
read without a parser. Everything that knows how frames look stands here.

Why: a move is one text in and one for each socket at the table, all whole and short. The library's parser
takes 8.1 µs for such a text, this 0.9; and 3.5 µs to frame one, for each socket anew, where 0.7 are needed
once for all (Python 3.11, the least of seven runs on a busy machine). The plain way does without this file:
with TERRAHEDRON_PLAIN_SOCKETS each frame goes through the library and the server's own queues, and the tests
run both.
"""

from __future__ import annotations

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

LONGEST_SHORT_FRAME = 65_535  # bytes; what is longer has another kind of head
TEXT, FINAL, MASKED = 0x01, 0x80, 0x80
LENGTH_IN_2_BYTES, LENGTH_IN_8_BYTES = 126, 127  # said in place of a length
CONTROL = 0x08  # frames that stand for themselves, also between the pieces of a message
MASK_SIZE = 4


def text_frame(text: bytes) -> bytes:
    """`text` as a whole frame from us: final, unmasked, uncompressed."""
    length = len(text)
    if length < LENGTH_IN_2_BYTES:
        return bytes((FINAL | TEXT, length)) + text
    if length <= LONGEST_SHORT_FRAME:
        return bytes((FINAL | TEXT, LENGTH_IN_2_BYTES)) + length.to_bytes(2, "big") + text
    return bytes((FINAL | TEXT, LENGTH_IN_8_BYTES)) + length.to_bytes(8, "big") + text


def lone_text(data: bytes, longest: int) -> bytes | None:
    """The text in `data`, if that is nothing but one whole masked text frame of at most `longest` bytes."""
    size = len(data)
    if size < 2 + MASK_SIZE + 2 or data[0] != FINAL | TEXT or data[1] < MASKED:
        return None
    length, start = data[1] - MASKED, 2 + MASK_SIZE
    if length == LENGTH_IN_8_BYTES:
        return None
    if length == LENGTH_IN_2_BYTES:
        length, start = int.from_bytes(data[2:4], "big"), 4 + MASK_SIZE
    if size != start + length or length > longest:
        return None
    return apply_mask(data[start:], data[start - MASK_SIZE : start])


class FrameBoundaries:
    """Follows where frames begin and end in what a client sends: only what comes between two messages may
    take the short cut.
    """

    __slots__ = ("head", "is_in_message", "missing")

    def __init__(self) -> None:
        self.head = b""  # what has come of a frame's head
        self.missing = 0  # bytes of a frame's payload that are still to come
        self.is_in_message = False  # pieces of a message have come, and not the last

    @property
    def is_between_messages(self) -> bool:
        return not (self.head or self.missing or self.is_in_message)

    def feed(self, data: bytes) -> None:
        """Take note of bytes that go to the library."""
        at = 0
        while at < len(data):
            wanted = self.missing or head_size(self.head) - len(self.head)
            part = data[at : at + wanted]
            at += len(part)
            if self.missing:
                self.missing -= len(part)
            else:
                self.head += part
                self._begin_if_whole()

    def _begin_if_whole(self) -> None:
        """With its head whole, a frame's payload begins."""
        head = self.head
        if len(head) < head_size(head):
            return
        length = head[1] & ~MASKED
        extended = {LENGTH_IN_2_BYTES: 2, LENGTH_IN_8_BYTES: 8}.get(length, 0)
        self.missing = int.from_bytes(head[2 : 2 + extended], "big") if extended else length
        if head[0] & 0x0F < CONTROL:
            self.is_in_message = not head[0] & FINAL
        self.head = b""


def head_size(head: bytes) -> int:
    """How long the head of this frame is, as far as its first two bytes say so."""
    if len(head) < 2:
        return 2
    extended = {LENGTH_IN_2_BYTES: 2, LENGTH_IN_8_BYTES: 8}.get(head[1] & ~MASKED, 0)
    return 2 + extended + (MASK_SIZE if head[1] & MASKED else 0)
