import { describe, expect, it } from 'vitest';
import type { Asker } from '../../src/cli/declare/asker.ts';
import { type AnyCommand, type Context, command, type Group } from '../../src/cli/declare/command.ts';
import type { Param } from '../../src/cli/declare/params.ts';
import { askMissing } from '../../src/cli/find/ask-missing.ts';
import { tree } from '../../src/commands/index.ts';
import { operations } from '../../src/contract/index.ts';
import { seed } from '../golden/seeded-world.ts';
import { newWorld, type WorldOptions } from '../world.ts';

const leaves = (node: Group | AnyCommand, path: string): [string, AnyCommand][] =>
  'commands' in node
    ? [...node.commands, ...(node.groups ?? [])].flatMap((below) => leaves(below, `${path} ${below.name}`))
    : [[path, node]];

const program = (await Promise.all(tree.map(async (entry) => leaves(await entry.load(), entry.name)))).flat();

/** Every argument and option of the program that a person is asked for, of what it is, one of each kind. */
const asked = new Map(
  program.flatMap(([, { args = {} }]) =>
    Object.values<Param>(args).flatMap((param) =>
      param.asked === undefined ? [] : [[param.asked, param] as const],
    ),
  ),
);

/** Notes the choices that a person would see, and takes the first one. */
function asking(shown: string[]): Asker {
  const never = () => Promise.reject(new Error('not a question for what is missing'));
  const first = (choices: readonly { name: string; value: unknown }[]) => {
    shown.push(...choices.map(({ name }) => name));
    return choices[0]?.value as never;
  };
  return {
    possible: true,
    confirm: never,
    agree: never,
    secret: never,
    edit: never,
    screens: () => never,
    text: async () => 'Spring',
    choose: async (_, choices) => first(choices),
    search: async (_, find) => first(await find('', new AbortController().signal)),
  };
}

/** The program with one more command, which asks for `param` and answers with the choices and the answer. */
const choosing = (param: Param) => {
  const run = async ({ service, screen }: Context) => {
    const shown: string[] = [];
    const { value } = await askMissing({ service, screen, consent: { ask: asking(shown) } }, [
      { key: 'value', param },
    ]);
    return { shown, value: Array.isArray(value) ? value[0] : value };
  };
  const choose = command({
    name: 'choose',
    summary: '',
    uses: operations,
    tool: 'effects',
    examples: [],
    run,
  });
  return [...tree, { name: 'choose', summary: '', section: '', load: async () => choose }];
};

describe('what can be chosen at a terminal', () => {
  it('is shown for everything that a line can leave out, with the state that the list shows', {
    tags: 'slow',
  }, async () => {
    const commands = [...tree];
    // With something between, the world does not look for the fields of a command that is not of the program.
    const between: WorldOptions['between'] = (next) => next;
    const world = await newWorld({ seed: 'golden', env: { OUTREACH_PROFILE: 'sandbox' }, commands, between });
    await seed(world);
    await world.outreach('sandbox snapshot save monday');
    const offered: Record<string, unknown> = {};
    for (const [word, param] of asked) {
      commands.splice(0, commands.length, ...choosing(param));
      const { exit, err, json } = await world.outreach('choose --json');
      expect({ word, exit, err }).toEqual({ word, exit: 0, err: '' });
      const { shown, value } = json<{ shown: string[]; value: unknown }>();
      expect({ word, value: String(value ?? '') }).not.toEqual({ word, value: '' });
      offered[word] = shown;
    }
    expect(offered).toMatchObject({
      webhook: [
        '2  CreditBalanceLow · https://hooks.lumen.example/in · disabled',
        '1  Replies · EmailReply · https://hooks.lumen.example/replies · active',
      ],
      run: ['2  lumen.example · killed (was awaiting_approval)', '1  acme.com · awaiting_approval'],
      'unended-run': ['1  acme.com · awaiting_approval'],
      'running-campaign': ['1  Autumn · running'],
      order: [expect.stringMatching(/^2 {2}created · /), expect.stringMatching(/^1 {2}completed · /)],
      snapshot: [expect.stringMatching(/^monday {2}2026/)],
    });
  });

  it('is not what another argument of the line names already', async () => {
    const commands = [...tree];
    const between: WorldOptions['between'] = (next) => next;
    const world = await newWorld({ commands, between });
    for (const name of ['One', 'Two', 'Three']) await world.outreach(`campaigns create ${name}`);
    const questions: string[] = [];
    const shown: string[][] = [];
    const choose: Asker['choose'] = async (question, choices) => {
      questions.push(question);
      shown.push(choices.map(({ name }) => name.slice(0, 1)));
      return choices[0]?.value as never;
    };
    const param = {
      asked: 'campaign',
      type: 'text',
      place: 'argument',
      summary: '',
      required: true,
      many: false,
    } as const;
    const run = ({ service, screen }: Context) =>
      askMissing({ service, screen, consent: { ask: { ...asking([]), choose } } }, [
        { key: 'a', param, others: ['b'] },
        { key: 'b', param, others: ['a'] },
      ]);
    const twice = command({
      name: 'twice',
      summary: '',
      uses: operations,
      tool: 'effects',
      examples: [],
      run,
    });
    commands.push({ name: 'twice', summary: '', section: '', load: async () => twice });
    expect((await world.outreach('twice --json')).json()).toEqual({ a: '3', b: '2' });
    expect(questions).toEqual(['Which campaign?', 'Which other campaign?']);
    expect(shown).toEqual([
      ['3', '2', '1'],
      ['2', '1'],
    ]);
  });

  it('is asked for where a line names an item by its id', () => {
    const notAsked = program.flatMap(([path, { args = {} }]) =>
      Object.values<Param>(args)
        .filter(({ place, exact, asked }) => place === 'argument' && exact && asked === undefined)
        .map(() => path),
    );
    // The number of an open call is on the line that asks to settle it.
    expect(notAsked).toEqual(['journal settle', 'sandbox outbox show']);
  });
});
