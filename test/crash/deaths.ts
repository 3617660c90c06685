import { type Begun, die, type Ended, goOn } from './play.ts';
import type { Stage } from './stage.ts';

/** How a case ends where nothing more dies, and every way in which the next process can die instead. */
export interface Ways {
  readonly ended: Ended;
  deaths(): AsyncIterable<Begun>;
}

export type Deaths = (stage: Stage, begun: Begun) => Promise<Ways>;

/** For every step a process that is killed there. */
export const byKilling: Deaths = async (stage, begun) => {
  const ended = await goOn(stage, begun);
  const steps = ended.steps[begun.steps.length] ?? 0;
  return {
    ended,
    async *deaths() {
      for (let step = 1; step <= steps; step++) yield await die(stage, begun, step);
    },
  };
};

/**
 * One process that lives, and at each of its steps a note of how everything stood: no death there can leave anything
 * else. So nothing is done twice only to be stopped a little later.
 */
export const byNoting: Deaths = async (stage, begun) => {
  const moments: Begun[] = [];
  const ended = await goOn(stage, begun, (moment) => void moments.push(moment));
  return {
    ended,
    async *deaths() {
      // The last one first: putting back a moment forgets what came after it.
      yield* moments.reverse();
    },
  };
};
