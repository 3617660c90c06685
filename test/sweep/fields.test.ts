import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/cli/answer/answer-of.ts';
import type { AnyCommand } from '../../src/cli/declare/command.ts';
import { leavesOf, loadTree } from '../../src/cli/describe/tree.ts';
import { resolve } from '../../src/cli/line/find-command.ts';
import { tree } from '../../src/commands/index.ts';
import { operations } from '../../src/contract/index.ts';
import { undeclaredIn } from '../declared.ts';
import { dump } from '../sandbox/dump.ts';
import { newWorld, words as split, type TestWorld } from '../world.ts';
import { lines } from './lines.ts';
import { commands, errorOf, liveWorld } from './live.ts';
import { samples } from './samples.ts';

/** `--fields` over every command of the tree: what it may name is known before anything is sent or changed. */

const leaves = leavesOf((await loadTree(tree)).commands).map(({ path }) => path);
/** Of commands that the sweep leaves out otherwise. */
const other: Readonly<Record<string, string>> = {
  'sandbox exec': '-- true',
  'mcp call': 'purchase_credits --field credits=2000 --yes',
};
const wordsOf = (path: string): string => lines[path]?.words ?? other[path] ?? '';
const commandAt = async (path: string) => (await resolve(tree, path.split(' '))).node as AnyCommand;
const reads = new Set(operations.filter(({ kind }) => kind === 'read').map(({ id }) => id));

/** Everything that is kept on the machine, and in its sandbox. */
function stateOf(world: TestWorld): unknown {
  const names = readdirSync(world.home, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')]);
  return [files, dump(world.database)];
}

describe('a field that no answer of the command has', () => {
  it('is refused by every command before anything is sent or changed', { tags: 'slow' }, async () => {
    const { world, service } = await liveWorld();
    const before = stateOf(world);
    const wrong: unknown[] = [];
    for (const path of leaves) {
      // An answer that may hold more than is documented has to be seen first.
      if (answerOf(await commandAt(path), {}).open) continue;
      const run = await world.outreach(`${path} --fields nosuch --json ${wordsOf(path)}`);
      if (run.exit !== 2 || run.out !== '' || errorOf(run).code !== 'invalid_field') wrong.push([path, run]);
      if (service.seen.length > 0) wrong.push([path, service.seen]);
    }
    expect(wrong).toEqual([]);
    expect(stateOf(world)).toEqual(before);
  });

  it('is refused by a read whose answer may hold more, once the answer is there', async () => {
    const { world, service } = await liveWorld();
    const open: string[] = [];
    for (const path of leaves) {
      if (!answerOf(await commandAt(path), {}).open) continue;
      open.push(path);
      service.play(() => undefined);
      const run = await world.outreach(`${path} --fields nosuch --json ${wordsOf(path)}`);
      expect([path, run.exit, run.out, errorOf(run).code]).toEqual([path, 2, '', 'invalid_field']);
      expect(service.seen.filter((id) => !reads.has(id))).toEqual([]);
    }
    for (const path of [
      'credits balance',
      'credits transactions',
      'campaigns get',
      'placement runs',
      'workspaces list',
    ])
      expect(open).toContain(path);
  });

  it('is what --fields help tells from the others, on every command and without arguments', {
    tags: 'slow',
  }, async () => {
    const { world, service } = await liveWorld();
    const before = stateOf(world);
    for (const path of leaves) {
      const run = await world.outreach(`${path} --fields help --json`);
      expect([path, run.exit, run.err]).toEqual([path, 0, '']);
      const plain = await world.outreach(`${path} --fields=help`);
      expect(plain.out.split('\n').filter(Boolean)).toEqual(run.json().fields);
    }
    expect([service.seen, stateOf(world)]).toEqual([[], before]);
  });

  it('changes nothing on a sandbox with something in it, whatever the command is about', async () => {
    const world = await newWorld();
    for (const line of [
      'leads add ana@lumen.example',
      'campaigns create Autumn',
      'sandbox snapshot save kept',
    ])
      await world.outreach(line);
    const before = stateOf(world);
    world.requests.length = 0;
    for (const line of [
      'sandbox reset --yes',
      'sandbox snapshot remove kept --yes',
      'sandbox clock advance 1d',
      'journal forget --before 1d',
      'profiles set sandbox --max-credits 5',
      'leads delete ana@lumen.example --yes',
      'credits buy 1000 --yes',
      'workspaces key create 2',
    ])
      expect([line, (await world.outreach(`${line} --fields kay --csv`)).exit]).toEqual([line, 2]);
    expect([world.requests, stateOf(world)]).toEqual([[], before]);
  });
});

describe('what a command answers', () => {
  it('is declared, every field of it', { tags: 'slow' }, async () => {
    const { world } = await liveWorld();
    const wrong: unknown[] = [];
    for (const { path, words } of commands) {
      world.forgetCalls();
      const line = `${path} ${words} --json`;
      const names = await undeclaredIn(split(line), (await world.outreach(line)).out);
      if (names.length > 0) wrong.push([path, names]);
    }
    expect(wrong).toEqual([]);
  });
});

/** A good answer with nothing in its list. */
function emptied(operation: string): unknown {
  const sample = samples[operation];
  if (typeof sample !== 'object' || sample === null) return sample;
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? []
        : /^(total|count|totalCount)$/.test(name)
          ? 0
          : name === 'hasMore'
            ? false
            : value,
    ]),
  );
}

const header = (csv: string) => csv.split('\r\n')[0];
const lists = commands.filter(({ path }) =>
  /(^| )(list|runs|tests|reputation|transactions|check|conversation|records|export)$/.test(path),
);

describe('a list without items', () => {
  it('has the fields and the header of a full one', { tags: 'slow' }, async () => {
    const { world, service } = await liveWorld();
    for (const { path, words, main } of lists) {
      if (main === null) continue;
      service.play(() => undefined);
      const full = await world.outreach(`${path} ${words} --csv`);
      service.play((id) => (id === main ? { body: JSON.stringify(emptied(id)) } : undefined));
      const empty = await world.outreach(`${path} ${words} --csv`);
      expect([path, full.exit, empty.exit]).toEqual([path, 0, 0]);
      expect([path, header(empty.out)]).toEqual([path, header(full.out)]);
      const field = header(full.out)?.split(',')[0]?.replaceAll('"', '');
      for (const format of ['--json', '--ndjson', ''])
        expect((await world.outreach(`${path} ${words} ${format} --fields ${field}`)).exit).toBe(0);
    }
  });

  it('that is kept on this machine has its header, too', { tags: 'slow' }, async () => {
    const paths = [
      'journal list',
      ...['deliveries', 'fault list', 'snapshot list', 'outbox list', 'ledger', 'secrets'].map(
        (path) => `sandbox ${path}`,
      ),
    ];
    const headers = async (world: TestWorld) => {
      const found: string[] = [];
      for (const path of paths) {
        const { exit, out } = await world.outreach(`${path} --csv`);
        expect([path, exit]).toEqual([path, 0]);
        found.push(`${path}: ${header(out)}`);
      }
      return found;
    };
    const empty = await headers(await newWorld());
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach('campaigns sequence set 1 -', { stdin: '{"steps":[{"subject":"Hi","body":"x"}]}' });
    for (const line of [
      'campaigns senders attach 1 1',
      'campaigns schedule 1 --days daily --from 00:00 --to 23:59',
      'leads add kim@lumen.example --campaign 1',
      'webhooks create --url http://127.0.0.1:3000/in --type EmailSent',
      'campaigns resume 1 --yes',
      'credits buy 1000 --yes',
      'sandbox snapshot save kept',
      'sandbox fault add credits.purchase --nth 9 --kind reset',
    ])
      expect([line, (await world.outreach(line)).exit]).toEqual([line, 0]);
    await world.outreach('sandbox clock advance 2d');
    expect(await headers(world)).toEqual(empty);
    expect(empty.filter((line) => /: $/.test(line))).toEqual([]);
  });
});
