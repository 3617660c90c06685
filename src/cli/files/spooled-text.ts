import type { Spool } from './transfers.ts';

const pieceSize = 128 * 1024;

/** Text of any length that is written piece by piece and read once it is whole: a little in memory, the rest in a spool. */
export class SpooledText {
  #text = '';
  #spool: Spool | undefined;

  constructor(private readonly openSpool: () => Promise<Spool>) {}

  async add(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length < pieceSize) return;
    this.#spool ??= await this.openSpool();
    await this.#spool.write(Buffer.from(this.#text));
    this.#text = '';
  }

  async *pieces(): AsyncGenerator<Uint8Array | string> {
    const piece = Buffer.alloc(pieceSize);
    for (let at = 0; this.#spool && at < this.#spool.size; ) {
      const length = await this.#spool.readInto(piece, at);
      at += length;
      yield piece.subarray(0, length);
    }
    yield this.#text;
  }

  async close(): Promise<void> {
    await this.#spool?.close();
  }
}
