// @module-tag slow
import { describe, expect, it } from 'vitest';
import { leavesOf, loadTree, type TreeCommand, type TreeOption } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { outreachWords } from '../cli/shell-words.ts';
import { called, listed } from '../commands/mcp-serve/session.ts';
import { newWorld } from '../world.ts';
import { commands, liveWorld } from './live.ts';

/** `outreach_read` and `outreach_call` do what the tool of the command does, under its rules, for every command there is. */

const leaves = leavesOf((await loadTree(tree)).commands);
const levels = ['read', 'work', 'effects'] as const;
const nameOf = (path: string) => path.replaceAll(' ', '_');
const isFile = ({ type }: { readonly type: string }) => type === 'file' || type === 'folder';
const needsFolder = ({ path, arguments: args, options }: TreeCommand) =>
  [...args, ...options].some((param) => param.required && isFile(param)) ||
  // All profiles are not an agent's: what it can sync with is a file of events.
  path === 'blocklist sync';

describe.each(levels)('with --tools %s', (level) => {
  const isOffered = (leaf: TreeCommand) =>
    leaf.tool !== 'never' && levels.indexOf(leaf.tool) <= levels.indexOf(level) && !needsFolder(leaf);

  it('each command is refused before it runs, or gets as far as its own arguments', async () => {
    const world = await newWorld();
    const answers = async (tool: string) =>
      called(
        world,
        `--tools ${level}`,
        ...leaves.map(({ path }) => ({
          name: tool,
          arguments: { command: path, arguments: { nobody: 1 } },
        })),
      );
    const errors = async (tool: string) =>
      (await answers(tool)).map(({ isError, structuredContent }, at) => {
        const { exitCode, outcome, message } = structuredContent.error;
        expect([leaves[at]?.path, isError, exitCode, outcome]).toEqual([leaves[at]?.path, true, 2, 'none']);
        return /There is no argument "nobody"/.test(message);
      });
    const offered = leaves.map(isOffered);
    expect(await errors('outreach_read')).toEqual(
      leaves.map((leaf, at) => offered[at] && leaf.tool === 'read'),
    );
    if (level !== 'read') expect(await errors('outreach_call')).toEqual(offered);
    expect(world.requests).toEqual([]);
  });

  it.each(['', '--all-tools', '--folder .', '--all-tools --folder .'])(
    'each tool has its effect in its annotations: %s',
    async (more) => {
      const world = await newWorld();
      const tools = await listed(world, `--tools ${level} ${more}`);
      const own = new Map(leaves.map(({ path, tool }) => [nameOf(path), tool]));
      const reads = (name: string) => own.get(name) === 'read' || /^outreach_(?:find|read)$/.test(name);
      for (const { name, annotations } of tools) {
        const { readOnlyHint, destructiveHint } = annotations;
        expect([name, typeof readOnlyHint, typeof destructiveHint]).toEqual([name, 'boolean', 'boolean']);
        // With a folder, what only reads the service may write a file.
        if (!more.includes('--folder')) expect([name, readOnlyHint]).toEqual([name, reads(name)]);
        if (own.get(name) === 'effects') expect([name, destructiveHint]).toEqual([name, true]);
      }
      const reaching = tools.map(({ name }) => name).filter((name) => name.startsWith('outreach_'));
      expect(reaching).toEqual(
        more.includes('--all-tools')
          ? []
          : ['outreach_find', 'outreach_read', ...(level === 'read' && more === '' ? [] : ['outreach_call'])],
      );
    },
  );
});

const asking = commands.filter(({ tool, consent }) => tool !== 'never' && consent !== 'never');

it.each(asking.map((command) => [command.path, command] as const))(
  'outreach_call asks for all that the tool asks for: %s',
  async (path, command) => {
    const { world, service } = await liveWorld();
    const given = argumentsIn(command, command.words);
    const [direct, reached] = await called(
      world,
      '--tools effects --folder .',
      { name: nameOf(path), arguments: given },
      { name: 'outreach_call', arguments: { command: path, arguments: given } },
    );
    expect(reached).toEqual(direct);
    // The same code: it is the same call, which a person has not approved.
    const { approvalRequired, error } = direct?.structuredContent ?? {};
    if (command.consent === 'always')
      expect(approvalRequired?.code ?? error?.code).toMatch(/^\w{8}$|^checks_failed$/);
    if (command.consent === 'always') expect(service.writes()).toBe(0);
  },
);

/** The arguments that the words of a line stand for. */
function argumentsIn({ arguments: places, options }: TreeCommand, words: string) {
  const given: Record<string, unknown> = {};
  const put = (name: string, { type, many }: Pick<TreeOption, 'type' | 'many'>, word: string) => {
    const key = name.replace(/^--/, '').replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase());
    const value = type === 'integer' || type === 'number' ? Number(word) : word;
    given[key] = many ? [...((given[key] as unknown[]) ?? []), value] : value;
  };
  const left = [...places];
  const typed = outreachWords(`outreach ${words}`);
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? '';
    const option = options.find(({ name }) => name === word);
    const [place] = left;
    if (option?.type === 'flag') {
      if (option.family === 'own') given[word.slice(2)] = true;
    } else if (option) put(word, option, typed[++at] ?? '');
    else if (!word.startsWith('--') && place) {
      put(place.name, place, word);
      if (!place.many) left.shift();
    }
  }
  return given;
}
