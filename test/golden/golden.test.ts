// @module-tag needed
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyCommand, Group, GroupEntry } from '../../src/cli/declare/command.ts';
import { isGroup, resolve } from '../../src/cli/line/find-command.ts';
import { displayWidth } from '../../src/cli/output/text/width.ts';
import { tree } from '../../src/commands/index.ts';
import type { WireRequest } from '../../src/contract/wire.ts';
import { liveWorld } from '../commands/live-service.ts';
import { places, worldOfProfiles } from '../commands/status/profiles.ts';
import { receiving } from '../commands/webhook-receiver.ts';
import { newWorld, type Run, type SavedWorld, type TestWorld, type WorldOptions, words } from '../world.ts';
import { type Answered, failureAt, remembering } from './drawn-again.ts';
import { lines, notShown, ofThisMachine, savedEvent } from './lines.ts';
import { seed } from './seeded-world.ts';
import { transcript, type Window } from './transcript.ts';

const options = { seed: 'golden', env: { OUTREACH_PROFILE: 'sandbox' } };
const folder = mkdtempSync(join(tmpdir(), 'outreach-golden-'));
let saved: SavedWorld;

beforeAll(async () => {
  let close = async () => {};
  const world = await newWorld({ ...options, atEnd: (given) => (close = given) });
  try {
    await seed(world);
    const file = join(folder, 'seeded.db');
    world.database.prepare('VACUUM INTO ?').run(file);
    saved = { file, now: world.clock.now() };
  } finally {
    await close();
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The mark of the target is the same above every line; `test/cli/mark.test.ts` looks at it. */
const unmarked = (run: Run): Run => ({ ...run, err: run.err.replace(/^\u001b\[2msandbox.*\n/, '') });

const widths = [60, 80, 100, 200];

interface Drawn {
  readonly line: string;
  readonly run: Run;
  readonly answered: Answered | undefined;
}

/** The same answer in other windows: it fits each of them, and no key in it is cut. */
async function drawnAt({ line, run: { failure }, answered }: Drawn): Promise<Window[]> {
  const windows: Window[] = [];
  expect({ line, worded: answered?.worded ?? [] }).toEqual({ line, worded: [] });
  for (const columns of widths) {
    const text = (await answered?.at(columns)) ?? '';
    const notes = (await answered?.notesAt(columns)) ?? '';
    const err = `${notes}${failure ? await failureAt(columns, failure, words(line)) : ''}`;
    for (const drawn of `${text}\n${err}`.split('\n')) {
      const width = displayWidth(drawn);
      expect(width > columns ? `${line} at ${columns}: ${drawn}` : '', 'wider than the window').toBe('');
    }
    const shown = text.replaceAll(/\s/g, '');
    const cut = answered?.keys.filter((key) => !shown.includes(key.replaceAll(/\s/g, ''))) ?? [];
    expect({ line, columns, cut: text === '' ? [] : cut }).toEqual({ line, columns, cut: [] });
    windows.push({ columns, text, err });
  }
  return windows;
}

it('shows every command', async () => {
  const shown = new Set<string>();
  for (const each of [
    ...Object.values<readonly (string | readonly [string, string])[]>(lines).flat(),
    ...ofThisMachine,
  ]) {
    const line = typeof each === 'string' ? each : each[0];
    const found = await resolve(tree, words(line)).catch(() => undefined);
    if (found?.node && !isGroup(found.node)) shown.add(found.path.join(' '));
  }
  const leaves = (await pathsOf(tree)).filter((path) => !shown.has(path));
  expect(leaves.sort()).toEqual(Object.keys(notShown).sort());
});

it('draws what names this machine', async () => {
  const { tree: watched, taken } = remembering(tree);
  const live = await liveWorld({ ...options, tty: true, commands: watched });
  writeFileSync(join(live.home, 'event.ndjson'), savedEvent);
  const { url } = await receiving(() => 200);
  for (const [line, stdin] of ofThisMachine) {
    const run = await live.outreach(line.replace('<receiver>', url), { stdin });
    expect({ line, exit: run.exit, err: run.failure?.message }).toEqual({ line, exit: 0 });
    await drawnAt({ line, run, answered: taken() });
  }
});

async function pathsOf(entries: readonly GroupEntry[]): Promise<string[]> {
  const nodes = await Promise.all(entries.map((entry) => entry.load()));
  const below = (node: Group | AnyCommand, path: string): string[] =>
    isGroup(node)
      ? [...node.commands, ...(node.groups ?? [])].flatMap((child) => below(child, `${path} ${child.name}`))
      : [path];
  return nodes.flatMap((node, at) => below(node, entries[at]?.name ?? ''));
}

/** For the groups whose lines do not run in the seeded world. */
const worlds: Readonly<Record<string, (own: WorldOptions) => Promise<TestWorld>>> = {
  profiles: async (own) => {
    const { acme, lumen, zephyr } = places;
    const keys = { acme, lumen, zephyr };
    let isDrawnAsTheyCome = false;
    // Each is answered when the one before is shown: else they come in any order.
    const before = async ({ headers }: WireRequest): Promise<void> => {
      const at = Object.values(keys).findIndex((key) => headers.authorization?.endsWith(key));
      const earlier = ['sandbox', ...Object.keys(keys)][at] as string;
      while (isDrawnAsTheyCome && !world.toldSoFar().includes(earlier))
        await new Promise((resolve) => setImmediate(resolve));
    };
    const { world } = await worldOfProfiles(keys, { ...options, ...own, before });
    return {
      ...world,
      outreach: (line, given) => {
        isDrawnAsTheyCome = own.tty === true && String(line).startsWith('status --all-profiles');
        return world.outreach(line, given);
      },
    };
  },
};

// `npx vitest run test/golden -u` rewrites the transcripts: read the difference before you commit it.
it.each(Object.entries(lines))('%s', async (group, given) => {
  // Two worlds of the same state, so that what a line changes changes both alike.
  const { tree: watched, taken } = remembering(tree);
  const make = worlds[group] ?? ((own) => newWorld({ ...options, saved, ...own }));
  const atTerminal = await make({ tty: true, commands: watched });
  const inPipe = await make({});
  for (const { home } of group === 'campaign-files' ? [atTerminal, inPipe] : [])
    cpSync(join(import.meta.dirname, 'campaigns'), join(home, 'campaigns'), { recursive: true });
  const played: string[] = [];
  for (const each of given) {
    const [line, stdin = ''] = typeof each === 'string' ? [each] : each;
    const [terminal, pipe] = [
      await atTerminal.outreach(line, { stdin }),
      await inPipe.outreach(line, { stdin }),
    ];
    const windows = await drawnAt({ line, run: terminal, answered: taken() });
    played.push(transcript({ line, terminal: unmarked(terminal), pipe, windows }));
  }
  await expect(played.join('\n')).toMatchFileSnapshot(`transcripts/${group}.txt`);
});
