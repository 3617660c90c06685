import { describe, expect, it } from 'vitest';
import { aliasesOf } from '../../src/cli/line/aliases.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';
import { tree } from '../../src/commands/index.ts';
import { newWorld } from '../world.ts';

/** What the service cannot do is said where people look for it: in the help of the group, and to those who type it. */

const nodes = await Promise.all(tree.map((entry) => entry.load()));
const groups = nodes.filter(isGroup);
const entries = groups.flatMap((group) => (group.impossible ?? []).map((one) => ({ group, ...one })));

describe('what is not possible', () => {
  it.each([
    ['campaigns delete 1', 'cannot delete a campaign'],
    ['campaigns rm 1', 'cannot delete a campaign'],
    ['campaigns send-test 1 --to me@lumen.example', 'cannot send a test email to you'],
    ['campaigns remove-lead 1 2', 'cannot take a lead out of a campaign'],
    ['leads remove 1 --campaign 1 --yes', 'cannot take a lead out of a campaign'],
    ['replies send 1', 'cannot send a new reply without a draft'],
    ['replies send --help', 'cannot send a new reply without a draft'],
  ])('%s is answered so', async (line, words) => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(`${line} --json`);
    expect([exit, out, world.requests]).toEqual([2, '', []]);
    const { error } = JSON.parse(err);
    expect(error).toMatchObject({ code: 'unknown_command', message: expect.stringContaining(words) });
    expect(error.hint).toMatch(/outreach \w+ \w+/);
  });

  it('names no word that is a command or its alias', () => {
    const taken = entries.flatMap(({ group: { name, commands, groups: below = [] }, words }) => {
      const known = [...commands, ...below].flatMap((node) => [node.name, ...aliasesOf(node.name)]);
      return words.filter((word) => known.includes(word)).map((word) => `${name} ${word}`);
    });
    expect(taken).toEqual([]);
  });

  it.each(
    groups
      .filter(({ impossible }) => impossible)
      .map(({ name, impossible = [] }) => [name, impossible] as const),
  )('is in the help of %s', async (name, impossible) => {
    const world = await newWorld();
    const page = (await world.outreach(`${name} --help`)).out.replaceAll(/\s+/g, ' ');
    for (const { what, instead } of impossible) expect(page).toContain(`${what} ${instead.split(' ')[0]}`);
  });

  it('offers only commands that there are', async () => {
    const world = await newWorld();
    const lines = new Set(entries.flatMap(({ instead }) => instead.match(/outreach \w+ \w+/g) ?? []));
    for (const line of lines)
      expect((await world.outreach(`${line.replace('outreach ', '')} --help`)).exit, line).toBe(0);
  });
});
