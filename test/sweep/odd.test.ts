import { describe, expect, it } from 'vitest';
import { type LiveWorld, liveWorld, online } from './live.ts';
import { isTaken, oddValues, type Path, places, rich, withOdd, withOddKeys } from './odd.ts';
import { samples } from './samples.ts';
import { operationBy } from './service.ts';
import { modesOf, whole } from './slice.ts';

/**
 * Every view over every field with values that no good service sends. What is refused as unreadable is refused for all
 * alike; here is what gets through. Several fields are odd at once; a full run also takes them one by one.
 */

const formats = ['', '--json', '--ndjson', '--csv'];

/** Whether something goes on or is over is asked again and again. */
const decides = new Set(['status', 'finishedAt', 'killSwitch', 'hasMore', 'total', 'page', 'limit']);

function wrongs(
  { exit, out, err }: Awaited<ReturnType<LiveWorld['world']['outreach']>>,
  format: string,
): string[] {
  const found: string[] = [];
  if (exit === 1) found.push(`exit 1: ${err.slice(0, 300)}`);
  if (/\[object |function |native code/.test(out + err))
    found.push(`an object as text: ${out.slice(0, 300)}`);
  if (/\bInfinity\b|\bNaN\b/.test(out + err)) found.push(`no number: ${out.slice(0, 300)}`);
  if (format === '--json' && exit === 0) JSON.parse(out);
  return found;
}

/** Places of an operation's answer with odd values that get through there. */
function taken(id: string, waits: boolean, all: boolean): (readonly [Path, string])[] {
  const operation = operationBy(id);
  const answer = rich(operation, samples[id]);
  return [...places(answer)].flatMap((path, index) => {
    const name = String(path.at(-1));
    if (waits ? decides.has(name) : ['hasMore', 'total', 'page', 'limit'].includes(name)) return [];
    const through = oddValues.filter((odd) => isTaken(operation, answer, path, odd));
    // Where anything goes, everything is tried; elsewhere two values, another two at the next place.
    const few = through.filter((_, at) => (at + index) % 3 !== 0).slice(0, 2);
    return (all || through.length > 8 ? through : few).map((odd) => [path, odd] as const);
  });
}

/** Groups in which no place is within another one, so that all of a group can be odd at once. */
function together(all: readonly (readonly [Path, string])[]): (readonly [Path, string])[][] {
  const groups: (readonly [Path, string])[][] = [];
  for (const one of all) {
    const key = one[0].join('.');
    const fits = (group: (readonly [Path, string])[]) =>
      group.every(([path]) => {
        const other = path.join('.');
        return !(`${other}.`.startsWith(`${key}.`) || `${key}.`.startsWith(`${other}.`));
      });
    const group = groups.find(fits);
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

describe('values that no good service sends', () => {
  const rows = online.map((command, row) => ({ ...command, row }));
  it.each(rows)('$path shows them in every form', async ({ path, words, main, row }) => {
    const waits = /(wait|watch|import|create|start|approve)$/.test(path);
    const [terminal, pipe] = [await liveWorld({ tty: true, env: { NO_COLOR: '1' } }), await liveWorld()];
    const found: string[] = [];
    const answer = rich(operationBy(main), samples[main]);
    const one = whole ? taken(main, waits, true).map((odd) => [odd]) : [];
    const groups = ['odd keys', ...together(taken(main, waits, false)), ...one] as const;
    for (const [index, group] of modesOf([...groups.entries()], row, 8)) {
      const body = group === 'odd keys' ? JSON.stringify(withOddKeys(answer)) : withOdd(answer, group);
      const play = async ({ world, service }: LiveWorld, format: string) => {
        world.forgetCalls();
        service.play((id) => (id === main ? { body } : undefined));
        const run = await world.outreach(`${path} ${words} ${format}`);
        found.push(
          ...wrongs(run, format).map((wrong) => `${format} ${JSON.stringify(group).slice(0, 400)}: ${wrong}`),
        );
      };
      await play(terminal, '');
      for (const [at, format] of formats.entries())
        if (whole || format === '' || at === 1 + (index % 3)) await play(pipe, format);
    }
    expect(found).toEqual([]);
  });
});
