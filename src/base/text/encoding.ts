const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

export interface Mark {
  readonly encoding: (typeof marks)[number]['encoding'];
  readonly length: number;
}

export function markOf(head: Uint8Array): Mark | undefined {
  const found = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  return found && { encoding: found.encoding, length: found.bytes.length };
}
/** How many bytes the character at `at` takes; 0 where its first byte is not part of UTF-8 there. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, halves of pairs, and what is beyond Unicode.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (length === 0 || second < low || second > high) return 0;
  for (let behind = 2; behind < length; behind++) if (((bytes[at + behind] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

export function* invalidBytes(bytes: Uint8Array): Generator<number> {
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    if (length === 0) yield at;
    at += length || 1;
  }
}

/** Where the first byte is that is not UTF-8; the length where all of it is. */
export function firstInvalid(bytes: Uint8Array): number {
  for (const at of invalidBytes(bytes)) return at;
  return bytes.length;
}

export function holdsWideCharacter(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    if (length > 1) return true;
    at += length || 1;
  }
  return false;
}

/** How many bytes there are before a character that may go on in the next piece. */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
