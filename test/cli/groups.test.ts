import { describe, expect, it } from 'vitest';
import type { AnyCommand, Group } from '../../src/cli/declare/command.ts';
import type { Param } from '../../src/cli/declare/params.ts';
import { kebab, optionsOf } from '../../src/cli/declare/shared-options.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';
import { tree } from '../../src/commands/index.ts';

const commandsOf = (node: Group | AnyCommand, path = node.name): [string, AnyCommand][] =>
  isGroup(node)
    ? [...node.commands, ...(node.groups ?? [])].flatMap((child) =>
        commandsOf(child, `${path} ${child.name}`),
      )
    : [[path, node]];

const loaded = await Promise.all(tree.map(async (entry) => ({ entry, node: await entry.load() })));
const commands = loaded.flatMap(({ node }) => commandsOf(node));

describe('the groups', () => {
  it('are all there, in help order', () => {
    expect(tree.map(({ name }) => name)).toEqual(
      'start login logout whoami doctor profiles leads senders campaigns finder prospects dfy icps audience copilot autopilot replies drafts webhooks blocklist credits report imports verification placement workspaces billing journal sandbox api mcp commands completion help'.split(
        ' ',
      ),
    );
  });

  it.each(loaded)('$entry.name is announced as what it is', ({ entry, node }) => {
    expect({ name: node.name, summary: node.summary }).toEqual({ name: entry.name, summary: entry.summary });
  });
});

describe('every command', () => {
  it.each(commands)('%s can be parsed and explained', (path, command) => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) expect(example).toContain(`outreach ${path}`);
    const own = Object.entries<Param>(command.args ?? {});
    const names = [
      ...own.filter(([, { place }]) => place === 'option').map(([key]) => kebab(key)),
      ...optionsOf(command).map(({ key }) => kebab(key)),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('help');
    const positional = own.map(([, param]) => param).filter(({ place }) => place === 'argument');
    // Otherwise nobody could tell which word is which.
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
