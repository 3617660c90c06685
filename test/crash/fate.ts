/** A moment at which the process may be killed: nothing that it does afterwards has any effect. */
export class Fate {
  dead = false;
  /** As far as it came alive. */
  steps = 0;
  /** `at`: the step before which it dies, from 1; undefined where it lives. */
  constructor(readonly at: number | undefined) {}

  step(): void {
    if (!this.dead) {
      this.steps++;
      this.dead = this.steps === this.at;
    }
    if (this.dead) throw new Killed();
  }
}

export class Killed extends Error {}
