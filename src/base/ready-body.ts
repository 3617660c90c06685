/**
 * A request body that is JSON already, as UTF-8. It is held against the contract by an example that has every field the
 * text has: for bodies of a thousand alike items, written from text that was checked piece by piece, where to look at
 * each value once more costs more than all the rest of the call. The bytes may be written over once the call has ended.
 */
export class ReadyBody {
  constructor(
    readonly bytes: Uint8Array,
    readonly example: object,
  ) {}

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  /** What the text says: whoever compares or prints inputs sees what leaves. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The same example object may serve for many bodies; it is then looked at once. */
export const readyBody = <T extends object>(bytes: Uint8Array, example: T): T =>
  new ReadyBody(bytes, example) as unknown as T;
