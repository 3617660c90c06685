import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../any-character.ts';
import { breaches, commands, liveWorld, online } from './live.ts';
import { samples } from './samples.ts';
import { modesOf, sliced, whole } from './slice.ts';

/** Whatever is typed, and whatever is answered: never exit 1, never a stack trace. */

const seed = 20_260_302;

const junk = [
  '',
  '-',
  '--',
  '---',
  '-x',
  '--=',
  '--json=',
  '--json=yes',
  '--limit',
  '--limit=-1',
  '--limit=1e9',
  '--page=0',
  '--timeout=0s',
  '--timeout=-1s',
  '--timeout=99999999d',
  '--fields=',
  '--fields=a..b,,.c',
  '--fields=__proto__.x',
  '--profile=../../etc',
  '--profile=',
  '__proto__',
  'constructor',
  '\u0000',
  '\u001b[2J',
  '💣',
  '0',
  '-1',
  '1.5',
  '9007199254740993',
  'x'.repeat(5000),
  '../../etc/passwd',
  'no-such-file.csv',
  '/',
  '%00',
  'a@b',
  "'",
  '"',
  '{}',
  'GET',
  'POST',
  '/leads/../../x',
  '//evil.example/r',
  '/leads?x=%',
  '1d',
  '2026-99-99',
  'name=',
  '=x',
  'a[b=1',
  'a[]=1',
];

const options = [...new Set(commands.flatMap(({ options }) => options.map(({ name }) => name)))];
const shared = [
  '--json',
  '--ndjson',
  '--csv',
  '-q',
  '--no-color',
  '--debug',
  '--dry-run',
  '--yes',
  '--all',
  '--help',
  '-h',
  '--no-input',
  '--no-wait',
];
const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...options) },
  { weight: 2, arbitrary: fc.constantFrom(...shared) },
  { weight: 3, arbitrary: fc.constantFrom(...junk) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...commands.flatMap(({ path }) => path.split(' '))) },
);
const argv = fc
  .tuple(
    fc.constantFrom(...commands.map(({ path, words }) => `${path} ${words}`), ''),
    fc.boolean(),
    fc.array(words, { maxLength: 5 }),
  )
  .map(([line, whole, more]) => {
    const typed = line.split(' ').filter(Boolean);
    return [...typed.slice(0, whole ? typed.length : Math.ceil(typed.length / 2)), ...more];
  });

/** Watches until something is wrong or it is stopped: on a clock that never really waits, for ever. */
const endless = ([group, verb, ...more]: readonly string[]) =>
  ['senders', 'replies'].includes(group ?? '') && verb === 'watch' && !more.includes('--once');

/** The first of the same lines, whatever their number. */
const count = whole ? 2000 : 200;
const formats = ['--json', '', '--csv'];

describe('fuzz', () => {
  it(`${count} command lines`, { tags: 'slow', timeout: 120_000 }, async () => {
    const { world } = await liveWorld();
    const wrong: unknown[] = [];
    for (const line of fc.sample(argv, { numRuns: count, seed })) {
      if (endless(line)) continue;
      const run = await world.outreach(line);
      const text = run.out + run.err;
      if (run.exit === 1 || /\n\s+at .+:\d+:\d+/.test(text) || /[\u001b\u009b]/.test(run.err))
        wrong.push([line, run.exit, text.slice(-400)]);
    }
    expect(wrong).toEqual([]);
  });

  const shapes = Array.from({ length: 25 }, (_, at) => at);
  it.each(sliced(online, shapes, 8))('answers to outreach $path in other shapes', async (row) => {
    const { path, words, main, modes } = row;
    const { world, service } = await liveWorld();
    const wrong: unknown[] = [];
    const bodies = fc.sample(mutated(samples[main]), { numRuns: shapes.length, seed });
    for (const shape of modes) {
      const body = bodies[shape];
      service.play((id) => (id === main ? { body: JSON.stringify(body) } : undefined));
      for (const format of modesOf(formats, shape, 3)) {
        const run = await world.outreach(`${path} ${words} ${format} --timeout 60s`);
        const found = format === '--json' ? breaches(run) : run.exit === 1 ? [run.err] : [];
        if (found.length > 0) wrong.push([format, JSON.stringify(body), found]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** The value with something else in one of its places. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const foreign = fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1.5,
    '',
    'text',
    [],
    {},
    [null],
    true,
    undefined,
    [[]],
    'x'.repeat(300),
  );
  const places = placesIn(value);
  return fc.tuple(fc.constantFrom(...places), foreign).map(([place, other]) => replaced(value, place, other));
}

function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, below]) => placesIn(below, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other ?? null;
  const fields = value as Record<string, unknown>;
  const changed = { ...fields, [key]: rest.length === 0 ? other : replaced(fields[key], rest, other) };
  return Array.isArray(value) ? Object.values(changed) : changed;
}
