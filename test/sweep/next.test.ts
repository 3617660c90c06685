// @module-tag slow
import { expect, it } from 'vitest';
import { resolve } from '../../src/cli/line/find-command.ts';
import { parseLine } from '../../src/cli/line/parse-line.ts';
import { tree } from '../../src/commands/index.ts';
import { words } from '../world.ts';
import { commands, liveWorld } from './live.ts';

/** What is shown beside a result, on stderr and for people alone: the mark of the target and `Next:`. */

const withoutColours = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

/** The command lines of `Next:`, put together again where they were broken. */
function suggested(err: string): string[] {
  const at = err.indexOf('Next: ');
  if (at < 0) return [];
  const text = err.slice(at).replaceAll(/ \\\n +/g, ' ');
  return text.split(/ · |\n/).flatMap((step) => /outreach .*$/.exec(step) ?? []);
}

/** A place to fill in, and what no advice does: stop another campaign, undo a stop, send at any hour, or more at once. */
const unfit =
  /<[\w -]+>|campaigns resume|undo-limits|pause .*--all|no-build-up|\b(?:sat|sun)\b|(?:daily|max)-limit \d/;

/** Why the program does not take a line. */
async function problemOf(line: string): Promise<string | undefined> {
  const argv = words(line).slice(1);
  try {
    const found = await resolve(tree, argv);
    if (found.node === undefined || !('run' in found.node)) return 'no such command';
    await parseLine(found.node, { ...found, argv });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it('suggests after a success lines that the program takes', async () => {
  const { world, service } = await liveWorld({ tty: true });
  const wrong: string[] = [];
  const suggesting = new Set<string>();
  for (const { path, words: given, main } of commands) {
    world.forgetCalls();
    service.play(() => undefined);
    const { exit, out, err } = await world.outreach(`${path} ${given}`);
    const said = withoutColours(err);
    if (/Next:|^LIVE/m.test(out)) wrong.push(`${path}: on stdout: ${out}`);
    if (main !== null && service.seen.length > 0 && !/^LIVE /m.test(said) && path !== 'login')
      if (path !== 'doctor') wrong.push(`${path}: no mark: ${said}`);
    if (exit !== 0) continue;
    for (const line of suggested(said)) {
      suggesting.add(path);
      const problem = unfit.test(line) ? 'unfit' : await problemOf(line);
      if (problem !== undefined) wrong.push(`${path}: ${line}: ${problem}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(suggesting.size).toBeGreaterThan(30);
});

it('says nothing beside a result in a pipe', async () => {
  const { world, service } = await liveWorld();
  for (const { path, words: given } of commands) {
    world.forgetCalls();
    service.play(() => undefined);
    const { err } = await world.outreach(`${path} ${given}`);
    expect({ path, err }).toEqual({ path, err: expect.not.stringMatching(/Next: |^LIVE/m) });
  }
});
