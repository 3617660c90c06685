import { describe, expect, it } from 'vitest';
import type { AnyCommand, Group } from '../../src/cli/declare/command.ts';
import type { Param } from '../../src/cli/declare/params.ts';
import { kebab, optionsOf } from '../../src/cli/declare/shared-options.ts';
import { examplesOf } from '../../src/cli/describe/tree.ts';
import { aliasesOf } from '../../src/cli/line/aliases.ts';
import { isGroup, resolve } from '../../src/cli/line/find-command.ts';
import { tree } from '../../src/commands/index.ts';

const commandsOf = (node: Group | AnyCommand, path = node.name): [string, AnyCommand][] =>
  isGroup(node)
    ? [...node.commands, ...(node.groups ?? [])].flatMap((child) =>
        commandsOf(child, `${path} ${child.name}`),
      )
    : [[path, node]];

const groupsOf = (node: Group | AnyCommand): Group[] =>
  isGroup(node) ? [node, ...(node.groups ?? []).flatMap(groupsOf)] : [];

const loaded = await Promise.all(tree.map(async (entry) => ({ entry, node: await entry.load() })));
const commands = loaded.flatMap(({ node }) => commandsOf(node));

describe('the groups', () => {
  it('are all there, in help order', () => {
    expect(tree.map(({ name }) => name)).toEqual(
      'status start login logout whoami doctor profiles leads senders campaigns finder prospects dfy icps audience copilot autopilot replies drafts webhooks blocklist credits report imports verification placement workspaces billing journal approvals budgets sandbox api mcp commands completion help'.split(
        ' ',
      ),
    );
  });

  it.each(loaded)('$entry.name is announced as what it is', ({ entry, node }) => {
    expect({ name: node.name, summary: node.summary }).toEqual({ name: entry.name, summary: entry.summary });
  });
});

describe('the page of a group', () => {
  it.each(loaded.flatMap(({ node }) => groupsOf(node)))('has at most three examples: $name', (group) => {
    expect(group.examples?.length ?? 0).toBeLessThanOrEqual(3);
    expect(examplesOf(group).length).toBeLessThanOrEqual(3);
  });
});

describe('every command', () => {
  it.each(commands)('%s is found where its line loads no more than it', async (path, command) => {
    expect((await resolve(tree, path.split(' '))).node).toBe(command);
  });

  it('takes blanks for commas only in lists whose choices hold none', () => {
    const params = commands.flatMap(([, { args = {} }]) => Object.values<Param>(args));
    expect(params.filter(({ words, choices }) => words && choices?.some((word) => /\s/.test(word)))).toEqual(
      [],
    );
  });

  it.each(commands)('%s can be parsed and explained', (path, command) => {
    expect(command.examples.length).toBeGreaterThan(0);
    expect(command.summary).not.toBe('');
    for (const example of command.examples) expect(example).toContain(`outreach ${path}`);
    const own = Object.entries<Param>(command.args ?? {});
    const names = [
      ...own.filter(([, { place }]) => place === 'option').map(([key]) => kebab(key)),
      ...optionsOf(command).map(({ key }) => kebab(key)),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('help');
    const positional = own.map(([, param]) => param).filter(({ place }) => place === 'argument');
    // Otherwise it would be unclear which word is which.
    expect(positional.slice(0, -1).some(({ many }) => many)).toBe(false);
    const required = positional.map((param) => param.required);
    expect(required).toEqual(required.toSorted().toReversed());
  });

  it.each(commands)('%s asks for consent where it must', (_, command) => {
    const families = new Set(optionsOf(command).map(({ family }) => family));
    const writes = command.uses.some(({ kind }) => kind === 'write');
    if (command.uses.some(({ effect }) => effect !== 'none'))
      expect([...families]).toEqual(expect.arrayContaining(['change', 'effect']));
    if (!writes) expect(families.has('change')).toBe(false);
  });
});

describe('aliases', () => {
  const nodes = loaded.flatMap(({ node }) => groupsOf(node));

  it('are never the name of another verb of the group', () => {
    for (const { commands: verbs, groups = [] } of nodes) {
      const names = [...verbs, ...groups].map(({ name }) => name);
      const words = [...names, ...names.flatMap(aliasesOf)];
      expect(new Set(words).size).toBe(words.length);
    }
  });

  it.each(
    commands.flatMap(([path, command]) => aliasesOf(command.name).map((alias) => [path, alias] as const)),
  )('%s: %s means the same', async (path, alias) => {
    const words = path.split(' ');
    const found = await resolve(tree, [...words.slice(0, -1), alias, 'x']);
    expect(found).toMatchObject({ path: words, words: ['x'] });
  });
});

describe('a slip of the fingers', () => {
  it.each(commands)('%s with a letter too few runs nothing', async (path) => {
    const words = path.split(' ');
    const last = words.at(-1) ?? '';
    const near = last.slice(0, -2) + last.slice(-1);
    await expect(resolve(tree, [...words.slice(0, -1), near])).rejects.toMatchObject({ kind: 'usage' });
  });
});

it('gives every list words of its own where it has no rows', () => {
  const silent = commands.filter(([, { columns, empty }]) => columns !== undefined && empty === undefined);
  expect(silent.map(([path]) => path)).toEqual([]);
});
