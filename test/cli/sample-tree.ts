import { command, type GroupEntry } from '../../src/cli/declare/command.ts';
import { arg, opt, required } from '../../src/cli/declare/params.ts';
import { text } from '../../src/cli/declare/view.ts';
import { credits } from '../../src/contract/areas/credits.ts';
import { leads } from '../../src/contract/areas/leads.ts';
import { inferred, never, write } from '../../src/contract/operation.ts';
import { shown } from '../../src/contract/schema/answer-shape.ts';
import { record } from '../../src/contract/schema/schema.ts';

const guessed = {
  ...write({
    summary: 'Polish a thing',
    route: inferred('POST', '/things/:id/polish', 'named without a path'),
    effect: 'none',
    mails: 'never',
    retry: never,
    answer: shown('closed'),
    response: record({}),
  }),
  id: 'things.polish',
};

const view = () => text('');

const list = command({
  name: 'list',
  summary: 'List things',
  uses: [leads.list],
  tool: 'read',
  args: {
    kind: opt.choice('only of this kind', ['round', 'square']),
    sizes: opt.choices('only of these sizes', ['small', 'medium', 'large']),
  },
  examples: ['outreach things list --kind round'],
  run: ({ service }) => service.list(leads.list),
  columns: [['Email', (row) => row.email]],
});

const add = command({
  name: 'add',
  summary: "Add a thing, whatever it's called",
  about: 'One paragraph.\n\nAnd another one.',
  uses: [guessed],
  tool: 'work',
  waits: true,
  fails: ['partial'],
  args: {
    file: arg.file('where it is described', 'document'),
    shape: arg.choice('its shape', ['round', 'square: ish', "it's odd"]),
    note: opt.each('a remark', { hint: 'text' }),
    count: opt.int('how many', { min: 1, max: 5000 }),
    url: required(opt.text('where it lives', { hint: 'url' })),
    wrapped: opt.toggle('with paper around it'),
    from: opt.file('copy it from here', 'document'),
  },
  examples: [
    'outreach things add a.json round --url https://things.example',
    "outreach things add - round --url 'a b' < a.json",
  ],
  run: () => undefined,
  view,
});

const buy = command({
  name: 'buy',
  summary: 'Buy things',
  uses: [credits.balance, credits.purchase],
  tool: 'effects',
  args: { amount: arg.int('how many', { min: 1000, max: 10_000 }), folder: arg.folder('where to put them') },
  examples: ['outreach things parts buy 2000 parts/'],
  run: () => undefined,
  view,
});

const look = command({
  name: 'look',
  summary: 'Look around',
  uses: [],
  tool: 'read',
  local: true,
  args: { words: arg.optionalMany('where', { hint: 'command', offers: ['north'] }) },
  examples: ['outreach look north'],
  run: () => undefined,
  view,
});

/** Small, and with everything a command can declare. */
export const sampleTree: readonly GroupEntry[] = [
  {
    name: 'things',
    section: 'Things',
    summary: 'What there is',
    load: async () => ({
      name: 'things',
      summary: 'What there is',
      commands: [list, add],
      groups: [{ name: 'parts', summary: 'What things are made of', commands: [buy] }],
    }),
  },
  { name: 'look', section: 'Other', summary: 'Look around', load: async () => look },
];
