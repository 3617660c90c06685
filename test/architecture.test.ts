import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../src/contract/index.ts';
import { readSource } from './architecture/imports.ts';
import { breaches, loadedWith, overfull } from './architecture/rules.ts';

const root = resolve(import.meta.dirname, '..');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => {
    const path = `src/${name.replaceAll('\\', '/')}`;
    return readSource(path, readFileSync(join(root, path), 'utf8'));
  });

const judged = (files: Record<string, string>) =>
  breaches(Object.entries(files).map(([path, text]) => readSource(path, text)));

describe('the house', () => {
  it('has no arrow but those of the design', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(breaches(sources)).toEqual([]);
  });

  it('has no room too full, and few files too small', () => {
    const lengths = sources.map(
      ({ path }) => [path, readFileSync(join(root, path), 'utf8').split('\n').length - 1] as const,
    );
    expect(overfull(new Map(lengths))).toEqual([]);
  });

  it('loads nothing heavy with the program', () => {
    const loaded = [...loadedWith('src/main.ts', sources)];
    const heavy =
      /^src\/(sandbox|domain|contract\/areas|commands\/.+\/|client\/(client|transport\/network)|local\/database)|^(undici|conf|ora|libsql|chalk|valibot|@.*)$/;
    expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
  });
});

describe('ids of operations', () => {
  const ids = operations.map(({ id }) => id);
  const idsIn = (files: readonly (typeof sources)[number][]) =>
    files
      .filter(({ path }) => !/^src\/(contract|sandbox)\//.test(path))
      .flatMap(({ path, strings }) =>
        strings.filter((text) => ids.includes(text.split(' ')[0] ?? '')).map((text) => `${path}: ${text}`),
      );

  /** A rule about operations is a column of their entries, or a map over them in the contract. */
  it('are written out in one file outside of the contract and the sandbox', () => {
    const files = sources.flatMap((file) =>
      idsIn([file]).length === 0 ? [] : [[file.path, idsIn([file]).length]],
    );
    expect(Object.fromEntries(files)).toEqual({
      'src/cli/messages/hints/refused-hint.ts': 8,
    });
  });

  it('are seen as a text, as a key, in a template and before other words', () => {
    const text =
      "export const a = ['leads.list', `leads.get`, 'outreach leads list']; export const b = { 'leads.move 409': 1 };";
    expect(idsIn([readSource('src/cli/a.ts', text)])).toHaveLength(3);
    expect(idsIn([readSource('src/contract/a.ts', text)])).toEqual([]);
  });
});

describe('the test of the house', () => {
  it.each([
    [
      'a library layer that knows a command',
      'src/cli/a.ts',
      "import { x } from '../commands/leads/list.ts';",
      'cli must not know commands',
    ],
    [
      'a contract that knows anything',
      'src/contract/a.ts',
      "import type { X } from '../domain/x.ts';",
      'contract must not know domain',
    ],
    [
      'a sandbox that knows the client',
      'src/sandbox/a.ts',
      "import type { X } from '../client/api.ts';",
      'sandbox must not know client',
    ],
    [
      'a value where types are allowed',
      'src/commands/leads/a.ts',
      "import { createClient } from '../../client/client.ts';",
      'commands reaches client by types only',
    ],
    [
      'a value beside types',
      'src/commands/leads/a.ts',
      "import { type Api, call } from '../../client/api.ts';",
      'types only',
    ],
    [
      'a dynamic import',
      'src/commands/leads/a.ts',
      "const x = () => import('../../local/database.ts');",
      'commands must not know local',
    ],
    ['a side effect', 'src/domain/a.ts', "import '../cli/run.ts';", 'domain must not know cli'],
    [
      'an export from elsewhere',
      'src/contract/a.ts',
      "export * from '../client/api.ts';",
      'contract must not know client',
    ],
    [
      'an exported type from elsewhere',
      'src/client/a.ts',
      "export type { Sandbox } from '../sandbox/state.ts';",
      'client must not know sandbox',
    ],
    [
      'a type in a type',
      'src/client/a.ts',
      "type X = import('../cli/world.ts').World;",
      'client must not know cli',
    ],
    [
      'the sandbox at load time',
      'src/commands/sandbox/a.ts',
      "import { createSandbox } from '../../sandbox/sandbox.ts';",
      'by import()',
    ],
    [
      'the sandbox from elsewhere',
      'src/commands/leads/a.ts',
      "const x = import('../../sandbox/sandbox.ts');",
      'by its own commands',
    ],
    [
      'the sandbox at load time of main',
      'src/main.ts',
      "import { createSandbox } from './sandbox/sandbox.ts';",
      'main reaches sandbox by dynamic or types only',
    ],
    ['another group', 'src/commands/leads/a.ts', "import { list } from '../senders/list.ts';", 'another one'],
    [
      'a group that is loaded at once',
      'src/commands/index.ts',
      "import { group } from './leads/index.ts';",
      'by import()',
    ],
    [
      'commander elsewhere',
      'src/cli/describe/help.ts',
      "import { Command } from 'commander';",
      'its door is src/cli/line/parse-line.ts',
    ],
    ['chalk in a command', 'src/commands/leads/a.ts', "import chalk from 'chalk';", 'its door is'],
    [
      'a heavy library at load time',
      'src/cli/consent/ask.ts',
      "import { confirm } from '@inquirer/prompts';",
      'open it by import()',
    ],
    [
      'a deep import past the door',
      'src/client/client.ts',
      "const x = import('undici/lib/dispatcher/pool.js');",
      'its door is',
    ],
    ['a library without a door', 'src/cli/a.ts', "import ini from 'ini';", 'without a door'],
    [
      'a path that nobody can check',
      'src/cli/a.ts',
      'const x = (name: string) => import(name);',
      'without a door',
    ],
    ['an import without its ending', 'src/cli/a.ts', "import { run } from './run';", 'end in .ts'],
    ['the process', 'src/cli/a.ts', 'export const home = process.env.HOME;', 'uses process'],
    [
      'the process as a module',
      'src/cli/a.ts',
      "import { env } from 'node:process';",
      'only main knows the process',
    ],
    ['the console', 'src/main.ts', "console.log('x');", 'uses console'],
    ['the time', 'src/client/a.ts', 'export const now = () => Date.now();', 'uses Date.now'],
    ['the time as a date', 'src/client/a.ts', 'export const now = () => new Date();', 'uses new Date()'],
    ['a look at an address', 'src/client/a.ts', "export const ok = URL.canParse('x');", 'uses URL.canParse'],
    ['chance', 'src/client/a.ts', 'export const die = () => Math.random();', 'uses Math.random'],
    ['any', 'src/client/a.ts', 'export const x: any = 1;', 'uses any'],
    [
      'a command of ours below the edge',
      'src/client/a.ts',
      "export const hint = 'See: outreach leads list';",
      'names the command outreach leads',
    ],
    [
      'a command of ours in a template',
      'src/local/a.ts',
      'export const hint = `See: outreach journal show`;',
      'names the command outreach journal',
    ],
    ['a default export', 'src/client/a.ts', 'export default 1;', 'uses export default'],
  ])('finds %s', (_, path, text, told) => {
    const found = judged({ [path]: text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(told);
  });

  it.each([
    ['a ring', 'import { a }'],
    ['a ring of types', 'import type { a }'],
  ])('finds %s', (_, last) => {
    const found = judged({
      'src/client/a.ts': "import { b } from './b.ts';",
      'src/client/b.ts': "import { c } from './c.ts';",
      'src/client/c.ts': `${last} from './a.ts';`,
    });
    expect(found).toEqual(['ring: src/client/a.ts -> src/client/b.ts -> src/client/c.ts -> src/client/a.ts']);
  });

  it('finds an arrow that goes up, and a room without a floor', () => {
    expect(
      judged({
        'src/cli/line/a.ts': "import type { b } from '../consent/b.ts';",
        'src/cli/consent/b.ts': "import { c } from '../line/c.ts';",
        'src/cli/line/c.ts': '',
      }),
    ).toEqual(['src/cli/line/a.ts -> src/cli/consent/b.ts: line is not above consent']);
    expect(judged({ 'src/client/attic/a.ts': '' })).toEqual(['src/client/attic/a.ts: its room has no floor']);
  });

  it('finds a folder too full, and too many small files', () => {
    const files = (folder: string, count: number, lines: number) =>
      Array.from({ length: count }, (_, at) => [`${folder}/${at}.ts`, lines] as const);
    expect(overfull(new Map(files('src/cli/a', 18, 11)))).toEqual([]);
    expect(overfull(new Map(files('src/contract/areas', 22, 11)))).toEqual([]);
    expect(overfull(new Map(files('src/cli/a', 19, 11)))).toEqual(['src/cli/a holds 19 files']);
    const small = [...files('src/cli/a', 11, 10), ...files('src/cli/b', 10, 2)];
    expect(overfull(new Map(small))).toEqual([expect.stringMatching(/^21 files of ten lines or fewer/)]);
  });

  it.each([
    [
      'a key by that name',
      'src/cli/a.ts',
      'export const x = { process: 1, console: 2 }; export const y = x.process;',
    ],
    ['a date from a number', 'src/cli/a.ts', 'export const x = new Date(5);'],
    ['a name of its own', 'src/cli/a.ts', "import { process } from './b.ts'; export const x = process;"],
    ['types for the commands', 'src/commands/leads/a.ts', "import type { Api } from '../../client/api.ts';"],
    [
      'the sandbox for its commands',
      'src/commands/sandbox/a.ts',
      "export const x = () => import('../../sandbox/sandbox.ts');",
    ],
    [
      'a heavy library at its door',
      'src/cli/consent/ask.ts',
      "export const x = () => import('@inquirer/prompts');",
    ],
  ])('allows %s', (_, path, text) => {
    expect(judged({ [path]: text })).toEqual([]);
  });
});
