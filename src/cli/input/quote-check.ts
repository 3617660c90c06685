const quote = 0x22;
const lineEnds: readonly number[] = [0x0a, 0x0d];

type Place = 'outside' | 'inside' | 'behind a quote inside';

/**
 * Looks through delimited text for quotes that stand where none may: what a parser would stumble over. Knows nothing
 * else, and so is many times quicker.
 */
export class QuoteCheck {
  #place: Place = 'outside';
  #last = lineEnds[0];
  #holds = true;

  constructor(private readonly delimiter: string) {}

  /** The next piece of the text, as UTF-8. */
  take(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let at = 0; this.#holds; ) {
      if (this.#place === 'behind a quote inside') {
        if (at === bytes.length) break;
        const doubled = bytes[at] === quote;
        this.#holds = doubled || this.#endsField(bytes[at]);
        this.#place = doubled ? 'inside' : 'outside';
        if (doubled) at += 1;
        continue;
      }
      const found = bytes.indexOf(quote, at);
      if (found < 0) break;
      if (this.#place === 'outside')
        this.#holds = this.#endsField(found === 0 ? this.#last : bytes[found - 1]);
      this.#place = this.#place === 'outside' ? 'inside' : 'behind a quote inside';
      at = found + 1;
    }
    this.#last = bytes.at(-1) ?? this.#last;
  }

  /** Asked when the text is over. */
  holds(): boolean {
    return this.#holds && this.#place !== 'inside';
  }

  #endsField(byte: number | undefined): boolean {
    return byte === this.delimiter.charCodeAt(0) || lineEnds.includes(byte ?? quote);
  }
}
