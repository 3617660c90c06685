/**
 * How many calls to have under way at once. Climbs while one more brings more answers a second, turns round when it does
 * not, and halves when an answer takes far longer than usual: then somebody holds us back, and more calls only wait.
 */
export class Lanes {
  #limit = 3;
  #step = 1;
  #answers = 0;
  #since: number;
  #rate = 0;
  #usual = 0;

  constructor(
    now: number,
    private readonly most = 8,
  ) {
    this.#since = now;
  }

  get limit(): number {
    return this.#limit;
  }

  /** An answer came, after `took` milliseconds. */
  answered(took: number, now: number): void {
    if (this.#usual > 0 && took > 4 * this.#usual + 1000) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#begin(now, 0);
      return;
    }
    this.#usual = this.#usual === 0 ? took : this.#usual * 0.9 + took * 0.1;
    this.#answers += 1;
    if (this.#answers < this.#limit * 2 || now <= this.#since) return;
    const rate = this.#answers / (now - this.#since);
    if (this.#rate > 0 && rate < this.#rate * 1.03) this.#step = -this.#step;
    this.#limit = Math.min(this.most, Math.max(2, this.#limit + this.#step));
    this.#begin(now, rate);
  }

  #begin(now: number, rate: number): void {
    this.#answers = 0;
    this.#since = now;
    this.#rate = rate;
  }
}
