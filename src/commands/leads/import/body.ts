/** What stands around the leads of a call. */
export interface Frame {
  readonly start: string;
  readonly end: string;
}

/** Behind every lead but the last. No lead holds a line break of its own: in JSON they are written otherwise. */
export const separator = ',\n';

/** A request body in the making, lead by lead. It keeps its place in memory from one call to the next. */
export class Body {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  begin({ start }: Frame): void {
    this.#length = 0;
    this.filled(this.room(start.length).write(start));
  }

  /** A place for so many bytes more; `filled` tells how many of them came. */
  room(bytes: number): Buffer {
    const needed = this.#length + bytes;
    if (this.#bytes.length < needed) this.#bytes = larger(this.#bytes, this.#length, needed);
    return this.#bytes.subarray(this.#length, needed);
  }

  filled(bytes: number): void {
    this.#length += bytes;
  }

  /** The whole of it. Behind the last lead stands a separator, which goes. */
  end({ end }: Frame): Uint8Array {
    this.#length -= separator.length;
    this.filled(this.room(end.length).write(end));
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Not from the shared pool, so that it is gone once it is let go. */
export function larger(bytes: Buffer, length: number, needed: number): Buffer {
  const more = Buffer.allocUnsafeSlow(Math.ceil(needed * 1.25));
  bytes.copy(more, 0, 0, length);
  return more;
}
