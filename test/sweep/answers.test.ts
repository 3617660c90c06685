import { describe, expect, it } from 'vitest';
import { byHand } from './lines.ts';
import { breaches, leaves, liveWorld, online } from './live.ts';
import { operationBy } from './service.ts';
import { sliced } from './slice.ts';
import { troubles } from './troubles.ts';

/** Every command before every kind of answer: the exit code, both streams, and how often it asked. */

describe('the sweep', () => {
  it('has lines by hand for commands that are there', () => {
    const paths = leaves.map(({ path }) => path);
    expect(Object.keys(byHand).filter((path) => !paths.includes(path))).toEqual([]);
  });
});

describe.each(sliced(online, troubles, 10))('outreach $path', ({ path, words, main, modes }) => {
  const line = `${path} ${words} --json`;
  const operation = operationBy(main);

  it('prints one document where all goes well', async () => {
    const { world, service } = await liveWorld();
    const run = await world.outreach(line);
    expect(run.exit).toBe(0);
    expect(breaches(run)).toEqual([]);
    expect(service.seen).toContain(main);
  });

  it('ends as it should for every answer there is', async () => {
    const { world, service } = await liveWorld();
    const wrong: string[] = [];
    for (const { name, reply, exit, tries, tellsNothing } of modes) {
      world.forgetCalls();
      service.play((id) => (id === main ? reply : undefined));
      const run = await world.outreach(line);
      const asked = service.seen.filter((id) => id === main).length;
      const isFact = tellsNothing && goingOn.includes(path);
      const wanted = isFact ? 0 : exitOf(path, name, exit(operation));
      if (isFact && !(run.out + run.err).includes(`profiles route ${main} `))
        wrong.push(`${name}: does not say how to set the path: ${run.err}`);
      if (run.exit !== wanted) wrong.push(`${name}: exit ${run.exit} instead of ${wanted}: ${run.err}`);
      // What stops mail or money is tried again, whatever wait the service asks for.
      const isHeldStop =
        (operation.stops !== undefined || path === 'campaigns guard') && name.startsWith('429 for');
      const most = isHeldStop ? 5 : tries(operation) * (/ (wait|watch)$/.test(path) ? looksThatMayFail : 1);
      // A part of status is not worth more tries.
      const least = path === 'status' ? Math.min(3, tries(operation)) : tries(operation);
      if (asked < least || asked > most) wrong.push(`${name}: asked ${asked} times`);
      wrong.push(...breaches(run).map((breach) => `${name}: ${breach}`));
    }
    expect(wrong).toEqual([]);
  });
});

/** Waiting looks again although a look has failed after its own retries. */
const looksThatMayFail = 5;

/**
 * Their main read is one fact among others: where it answers 404, or in a shape that cannot be read, what
 * needs it is not known, with the line that sets its path, and they go on. All others end as the read did.
 */
const goingOn: readonly string[] = ['campaigns check', 'campaigns forecast', 'campaigns why'];

/** Each of these says in its answer what it could not read. */
const own: Readonly<Record<string, number>> = { doctor: 16, status: 0 };
/** Who is to be forgotten must not be taken for forgotten: after a lost answer it says that it does not know. */
const lost = ['timeout', 'reset', 'cut off', 'too slow'];
const exitOf = (path: string, trouble: string, exit: number): number =>
  path === 'leads forget' && lost.includes(trouble) ? 14 : (own[path] ?? exit);
