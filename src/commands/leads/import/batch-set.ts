/** Numbers of batches, a bit each, to be stored as bytes. */
export class BatchSet {
  /** Takes over what `bytes` gave earlier. */
  constructor(public bytes: Uint8Array = new Uint8Array(64)) {}

  has(index: number): boolean {
    return ((this.bytes[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  add(index: number): void {
    const at = index >> 3;
    if (at >= this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, at + 1));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[at] = (this.bytes[at] ?? 0) | (1 << (index & 7));
  }
}
