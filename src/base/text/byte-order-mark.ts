const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

export interface Mark {
  readonly encoding: (typeof marks)[number]['encoding'];
  /** Bytes of the mark. */
  readonly length: number;
}

/** The byte-order mark that a file begins with. */
export function markOf(head: Uint8Array): Mark | undefined {
  const found = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  return found && { encoding: found.encoding, length: found.bytes.length };
}
