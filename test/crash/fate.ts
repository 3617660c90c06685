/** What becomes of one process. From the moment at which it is killed, nothing that it does has any effect. */
export class Fate {
  dead = false;
  /** As far as it came alive. */
  steps = 0;
  /** What it has written on stdout, and on stderr. */
  out = '';
  err = '';

  /** `at`: the step before which it dies, from 1; undefined where it lives. `passing` is called at each that it survives. */
  constructor(
    readonly at?: number,
    private readonly passing: () => void = () => undefined,
  ) {}

  step(): void {
    if (!this.dead) {
      this.steps++;
      this.dead = this.steps === this.at;
    }
    if (this.dead) throw new Killed();
    this.passing();
  }
}

export class Killed extends Error {}
