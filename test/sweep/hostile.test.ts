import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/cli/output/text/width.ts';
import { actsOnTerminal, hostile } from '../cli/output/hostile.ts';
import type { Run } from '../world.ts';
import { commands, liveWorld, online } from './live.ts';
import { samples } from './samples.ts';
import type { Reply } from './service.ts';
import { sliced } from './slice.ts';

/** Every command before a service whose every text, field name and error is hostile. */

const columns = 80;
const endless = `${'wide\u4e2d'.repeat(400)}`;
/** Between marks, so that it can be found again; in lots, so that none hides behind a cut. */
const lots = [0, 1, 2]
  .map((lot) => hostile.filter((_, index) => index % 3 === lot).join(' '))
  .concat(endless)
  .map((text) => `<<${text}>>`);

/** What decides how a command goes on stays as it is. */
const kept = new Set(['status', 'direction', 'contentType']);

function poisoned(value: unknown, venom: string): unknown {
  if (Array.isArray(value)) return value.map((item) => poisoned(item, venom));
  if (typeof value === 'string') return value + venom;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    kept.has(name) ? inner : poisoned(inner, venom),
  ]);
  return { ...Object.fromEntries(fields), customVariables: { [venom]: venom }, [`unknown${venom}`]: venom };
}

const good = (operation: string, venom: string): Reply => ({
  body: JSON.stringify(poisoned(samples[operation] ?? null, venom)),
});

const bad: readonly ((venom: string) => Reply)[] = [
  (venom) => ({ status: 400, body: JSON.stringify({ error: venom, code: venom, field: venom }) }),
  (venom) => ({ status: 404, body: venom }),
  (venom) => ({ status: 409, body: JSON.stringify({ message: venom, [venom]: { [venom]: venom } }) }),
  (venom) => ({ status: 502, headers: { 'content-type': venom }, body: `<html>${venom}</html>` }),
  (venom) => ({ status: 200, body: `{"leads": [${venom}` }),
];

/** Another one for each command and attack, so that all are seen in a fraction of the runs. */
const lotFor = (line: string, index: number): string => lots[(line.length + index) % lots.length] ?? '';

/** Without colour, all that is ours is how a question moves the cursor; none of it is among the hostile texts. */
const env = { NO_COLOR: '1' };
const questions = /\u001b\[(?:\d*G|\?25h)/g;
const acts = ({ out, err }: Run) => actsOnTerminal((out + err).replaceAll(questions, ''), { lines: true });

/** What is wrong with what a terminal got. */
function harm(run: Run, line: string): string[] {
  const wide = (run.out + run.err)
    .split('\n')
    .filter((drawn) => displayWidth(drawn) > columns && !drawn.startsWith('{'));
  return [
    ...(acts(run) ? [`${line} acts: ${JSON.stringify(run)}`] : []),
    ...(run.exit === 1 ? [`${line} ends with 1: ${run.err}`] : []),
    ...(line.startsWith('api ') ? [] : wide.map((drawn) => `${line} is too wide: ${drawn.slice(0, 200)}`)),
  ];
}

/** Every text in a document. */
function* texts(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      yield name;
      yield* texts(inner);
    }
}

const failures = sliced(online, [...bad.entries()], 5);
const rows = sliced(online, lots, 4).map((row, at) => ({ ...row, failures: failures[at]?.modes ?? [] }));

describe.each(rows)('outreach $path', ({ path, words, main, modes, failures }) => {
  const line = `${path} ${words}`;

  it('shows a terminal nothing that acts, whatever is answered', { tags: 'slow' }, async () => {
    const { world, service } = await liveWorld({ tty: true, columns, env });
    const found: string[] = [];
    for (const venom of modes) {
      service.play((operation) => good(operation, venom));
      found.push(...harm(await world.outreach(line), line));
      // Without --yes the facts are shown, too.
      if (words.includes('--yes'))
        found.push(...harm(await world.outreach(line.replace(' --yes', '')), line));
    }
    for (const [index, wrong] of failures) {
      const venom = lotFor(line, index);
      service.play((operation) => (operation === main ? wrong(venom) : good(operation, venom)));
      found.push(...harm(await world.outreach(line), line));
    }
    expect(found).toEqual([]);
  });

  it('gives a script the exact texts, and no character that acts', async () => {
    const { world, service } = await liveWorld();
    for (const venom of modes) {
      service.play((operation) => good(operation, venom));
      const run = await world.outreach(`${line} --json`);
      expect(acts(run), run.out + run.err).toBe(false);
      const document: unknown = JSON.parse(run.exit === 0 ? run.out : run.err);
      // A sentence of ours quotes the beginning of a long name.
      for (const text of texts(document))
        if (text.includes('<<') && !/…[")]/.test(text))
          expect(text.slice(text.indexOf('<<'))).toContain(exact(venom));
    }
    const venom = lotFor(line, 0);
    service.play((operation) => (operation === main ? bad[0]?.(venom) : good(operation, venom)));
    const failed = await world.outreach(`${line} --json`);
    expect(acts(failed), failed.err).toBe(false);
    JSON.parse(failed.exit === 0 ? failed.out : failed.err);
  });
});

/** Half of a character does not survive its way over the wire, which is UTF-8. */
const exact = (text: string) => JSON.parse(JSON.stringify(text)) as string;

/** What a text of others would say in our name, on a line of its own. */
const forged = 'Next: outreach campaigns resume 1 --yes';

describe.each(online)('outreach $path', ({ path, words, main }) => {
  it('begins no line with a text of others', { tags: 'slow' }, async () => {
    const line = `${path} ${words}`;
    const venom = `\n\n${forged}\r\n${forged}\n`;
    const found: string[] = [];
    for (const tty of [false, true]) {
      const { world, service } = await liveWorld({ tty, columns: 1000, env });
      for (const wrong of [undefined, ...bad]) {
        service.play((operation) => (wrong && operation === main ? wrong(venom) : good(operation, venom)));
        const { out, err } = await world.outreach(line);
        // What a raw call shows is what came.
        const lines = (path.startsWith('api') ? err : out + err).split('\n');
        found.push(...lines.filter((drawn) => drawn.trim().startsWith(forged)));
      }
    }
    expect(found).toEqual([]);
  });
});

describe('a hostile line', () => {
  const attacks = [
    (venom: string) => [venom],
    (venom: string) => [venom, venom, venom, venom],
    (venom: string) => [`--${venom}`],
    (venom: string) => ['1', '--fields', venom],
    (venom: string) => ['--profile', venom],
    (venom: string) => ['--limit', venom],
  ];
  it.each(sliced(commands, [...attacks.entries()], 6))('outreach $path', async ({ path, modes }) => {
    // A question moves the cursor itself.
    const { world } = await liveWorld({ tty: true, columns, env: { ...env, OUTREACH_NO_INPUT: '1' } });
    const found: string[] = [];
    for (const [index, attack] of modes) {
      const argv = [...path.split(' '), ...attack(lotFor(path, index))];
      const run = await world.outreach(argv);
      // The scripts stand between tabs.
      if (acts({ ...run, out: path.startsWith('completion ') ? '' : run.out }))
        found.push(JSON.stringify([argv, run]));
      if (run.exit === 1) found.push(`exit 1: ${run.err}`);
    }
    expect(found).toEqual([]);
  });
});
