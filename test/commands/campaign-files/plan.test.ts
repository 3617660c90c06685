import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxReadOnlyKey } from '../../../src/contract/keys.ts';
import type { FieldName, FieldValue } from '../../../src/domain/campaign-file/campaign-fields.ts';
import type { TestWorld } from '../../world.ts';
import { allDone, makeCalls, planOf, worldAfter, writeFiles, writeLock } from './folder.ts';

const [anna, jonas, claire] = [
  'anna.berg@northwind-mail.example',
  'jonas.lind@try-northwind.example',
  'claire.roux@try-northwind.example',
];
const optOut = 'Tell me if you would rather not hear from me.';

const frontMatter = (lines: string, rest = '') => `---\nname: Autumn\n${lines}---\n${rest}`;
const create = 'campaigns create Autumn';
const step = (subject: string, body: string, words = '') =>
  `--- step${words} ---\nSubject: ${subject}\n\n${body}\n`;

interface Kind {
  readonly field: FieldName;
  /** What was applied last, and two others. */
  readonly values: readonly [FieldValue, FieldValue, FieldValue];
  /** As a file says it. */
  readonly file: (value: FieldValue) => string;
  /** The lines after which the service has it. */
  readonly service: (value: FieldValue) => readonly (string | readonly [string, string])[];
  /** Other fields of the file, which do not differ. */
  readonly base?: Partial<Record<FieldName, FieldValue>>;
  /** The calls of the change from the base to the second value. */
  readonly calls: number;
}

const sequenceOf = (text: string) => [['campaigns sequence set 1 - --yes', text]] as const;
const two = (delay: FieldValue, words = '') =>
  `${step('Hello', optOut)}\n${step('Again', 'Once more.', ` delay=${delay}d${words}`)}`;
const variant = (body: FieldValue) => `${step('Hello', optOut)}\n--- variant B ---\nSubject: Hi\n\n${body}\n`;

const kinds: readonly Kind[] = [
  {
    field: 'dailyLimit',
    values: [50, 60, 70],
    file: (value) => frontMatter(`dailyLimit: ${value}\n`),
    service: (value) => [`campaigns update 1 --daily-limit ${value}`],
    calls: 1,
  },
  {
    field: 'emoji',
    values: ['a', 'b', 'c'],
    file: (value) => frontMatter(`emoji: ${value}\n`),
    service: (value) => [`campaigns update 1 --emoji ${value}`],
    calls: 1,
  },
  {
    field: 'stopOnReply',
    values: [true, false, false],
    file: (value) => frontMatter(`stopOnReply: ${value}\n`),
    service: (value) => [`campaigns update 1 --${value ? '' : 'no-'}stop-on-reply`],
    calls: 1,
  },
  {
    field: 'schedule.days',
    values: ['1,2,3', '1,2', '1'],
    file: (value) => frontMatter(`schedule: { days: "${value}" }\n`),
    service: (value) => [`campaigns schedule 1 --days ${value}`],
    calls: 1,
  },
  {
    field: 'schedule.to',
    values: ['16:00', '15:00', '14:00'],
    file: (value) => frontMatter(`schedule: { to: "${value}" }\n`),
    service: (value) => [`campaigns schedule 1 --to ${value}`],
    calls: 1,
  },
  {
    field: 'senders',
    values: [[anna], [anna, jonas], [anna, claire].sort()],
    file: (value) => frontMatter(`senders: ${JSON.stringify(value)}\n`),
    service: (value) => [`campaigns senders attach 1 ${(value as string[]).join(' ')}`],
    calls: 1,
  },
  {
    field: 'steps.1.body',
    values: [optOut, `${optOut} Mine.`, `${optOut} Theirs. ${'x'.repeat(100)}`],
    file: (value) => frontMatter('', step('Hello', String(value))),
    service: (value) => sequenceOf(step('Hello', String(value))),
    base: {
      'steps.1.subject': 'Hello',
      'steps.1.contentType': 'text',
      'steps.1.delayDays': 0,
      'steps.1.useSameThread': false,
    },
    calls: 1,
  },
  {
    field: 'steps.2.delayDays',
    values: [3, 4, 5],
    file: (value) => frontMatter('', two(value)),
    service: (value) => sequenceOf(two(value)),
    base: baseOfTwo(),
    calls: 1,
  },
  {
    field: 'steps.2.useSameThread',
    values: [false, true, true],
    file: (value) => frontMatter('', two(3, value ? ' thread' : '')),
    service: (value) => sequenceOf(two(3, value ? ' thread' : '')),
    base: { ...baseOfTwo(), 'steps.2.delayDays': 3 },
    calls: 1,
  },
  {
    field: 'steps.1.variants.B.body',
    values: [`B. ${optOut}`, `B, mine. ${optOut}`, `B, theirs. ${optOut}`],
    file: (value) => frontMatter('', variant(value)),
    service: (value) => sequenceOf(variant(value)),
    base: {
      'steps.1.subject': 'Hello',
      'steps.1.body': optOut,
      'steps.1.contentType': 'text',
      'steps.1.delayDays': 0,
      'steps.1.useSameThread': false,
      'steps.1.variants.B.subject': 'Hi',
    },
    calls: 1,
  },
  {
    field: 'signature',
    values: ['Ana', 'Ben', ''],
    file: (value) => frontMatter('', `--- signature ---\n${value}\n`),
    service: (value) => sequenceOf(`${step('Hello', optOut)}\n--- signature ---\n${value}\n`),
    calls: 1,
  },
];

function baseOfTwo(): Partial<Record<FieldName, FieldValue>> {
  const base: Partial<Record<FieldName, FieldValue>> = {};
  for (const [number, subject, body] of [
    [1, 'Hello', optOut],
    [2, 'Again', 'Once more.'],
  ] as const) {
    base[`steps.${number}.subject`] = subject;
    base[`steps.${number}.body`] = body;
    base[`steps.${number}.contentType`] = 'text';
    base[`steps.${number}.delayDays`] = 0;
    base[`steps.${number}.useSameThread`] = false;
  }
  return base;
}

const table = [0, 1, 2].flatMap((file) => [0, 1, 2].map((live) => [file, live] as const));

/** By what the three say, written again and not taken from the program. */
function expectedOf(base: unknown, file: unknown, live: unknown): string {
  const [was, here, there] = [base, file, live].map((value) => JSON.stringify(value));
  if (here === there) return 'same';
  if (there === was) return 'change';
  return here === was ? 'drift' : 'conflict';
}

describe('the nine cases of a field, in the sandbox', () => {
  it.each(kinds)('$field', async ({ field, values, file, service, base, calls }) => {
    const world = await worldAfter([create]);
    for (const [here, there] of [...table].sort(([, a], [, b]) => a - b)) {
      const [was, mine, theirs] = [values[0], values[here] ?? null, values[there] ?? null];
      // No call takes a mailbox away: another world.
      const target = field === 'senders' ? await worldAfter([create]) : world;
      await allDone(target, service(theirs));
      writeFiles(target, { 'campaigns/autumn.md': file(mine) });
      await writeLock(target, { 'autumn.md': { id: 1, base: { name: 'Autumn', ...base, [field]: was } } });
      const plan = await planOf(target);
      const action = expectedOf(was, mine, theirs);
      const changes =
        action === 'same' ? [] : [expect.objectContaining({ field, to: mine, kind: action, from: theirs })];
      const [item] = plan.items;
      expect({ here, there, item }).toEqual({
        here,
        there,
        item: expect.objectContaining({ file: 'autumn.md', campaignId: 1, action, changes }),
      });
      const isByHand = field === 'senders' && (mine as string[]).length < (was as string[]).length;
      expect({ here, there, calls: plan.calls }).toEqual({
        here,
        there,
        calls: action === 'change' && !isByHand ? calls : 0,
      });
    }
  });
});

const whole = `---
name: Autumn
emoji: 🍂
dailyLimit: 120
minGap: 4
maxGap: 12
stopOnReply: true
stopAcrossCampaigns: true
schedule: { days: mon-fri, from: "08:30", to: "16:00" }
senders: ["${anna}", "*@try-northwind.example"]
---
${step('Hello {firstName}', `Hello {firstName}.\n\n${optOut}`)}
--- variant B ---

Another text. ${optOut}

${step('', 'Did this reach you?', ' delay=3d thread').replace('Subject: \n', '')}
--- signature ---
Ana
`;

describe('the calls of a plan', () => {
  it('make the campaign as the file says: then nothing is left to do', async () => {
    const world = await worldAfter(['campaigns create Other']);
    writeFiles(world, { 'campaigns/autumn.md': whole });
    const plan = await planOf(world);
    expect(plan.items.map(({ file, action }) => [file, action])).toEqual([
      ['autumn.md', 'create'],
      [null, 'unmanaged'],
    ]);
    expect(plan.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /campaigns',
      'PUT /campaigns/:id',
      'PUT /campaigns/:id/schedule',
      'PUT /campaigns/:id/sequence',
      'POST /campaigns/:id/sender-emails',
    ]);
    await makeCalls(world, plan);
    const after = await planOf(world);
    expect(after).toMatchObject({ calls: 0, items: [{ action: 'same', campaignId: 2, adopted: true }, {}] });
    const changed = whole
      .replace('120', '140')
      .replace('minGap: 4', 'minGap: 11')
      .replace('mon-fri', 'mon-thu')
      .replace('Another text.', 'A better text.')
      .replace('delay=3d', 'delay=5d')
      .replace('Ana', 'Ben');
    writeFiles(world, { 'campaigns/autumn.md': changed });
    const next = await planOf(world);
    expect(next.items[0]?.changes.map(({ field }) => field)).toEqual([
      'dailyLimit',
      'minGap',
      'schedule.days',
      'steps.1.variants.B.body',
      'steps.2.delayDays',
      'signature',
    ]);
    expect(next.calls).toBe(3);
    await makeCalls(world, next);
    expect(await planOf(world)).toMatchObject({ calls: 0, items: [{ action: 'same' }, {}] });
  });

  it('are none that plan makes itself: it reads, and a read-only key is enough', async () => {
    const world = await worldAfter([], { env: { OUTREACH_API_KEY: sandboxReadOnlyKey } });
    writeFiles(world, { 'campaigns/autumn.md': whole });
    world.requests.length = 0;
    const before = readdirSync(join(world.home, 'campaigns'));
    const exits: number[] = [];
    for (const line of ['plan campaigns', 'diff campaigns', 'plan campaigns --detailed-exitcode'])
      exits.push((await world.outreach(`campaigns ${line} --no-input`)).exit);
    expect(exits).toEqual([0, 20, 20]);
    expect(world.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(readdirSync(join(world.home, 'campaigns'))).toEqual(before);
  });

  it('41 campaigns take at most 130 calls to read', { tags: 'slow' }, async () => {
    const names = Array.from({ length: 41 }, (_, at) => `Campaign ${at}`);
    const world = await worldAfter(names.map((name) => `campaigns create "${name}"`));
    for (const name of names)
      writeFiles(world, { [`campaigns/${name.replace(' ', '-')}.md`]: `---\nname: ${name}\n---\n` });
    world.requests.length = 0;
    const plan = await planOf(world);
    expect(plan.items.filter(({ action }) => action === 'same')).toHaveLength(41);
    expect(world.requests.length).toBeLessThanOrEqual(130);
  });
});

describe('which campaign a file is of', () => {
  const file = { 'campaigns/autumn.md': frontMatter('dailyLimit: 50\n') };

  it('is found by name without the lock: nothing is created, and the plan says so', async () => {
    const world = await worldAfter([`${create} --daily-limit 60`]);
    writeFiles(world, file);
    expect(await planOf(world)).toMatchObject({
      items: [{ campaignId: 1, action: 'change', adopted: true, changes: [{ field: 'dailyLimit' }] }],
    });
  });

  it('cannot be said where two have the name: 7, with both ids', async () => {
    const world = await worldAfter([create, `${create} --emoji a`]);
    writeFiles(world, file);
    const { exit, err } = await world.outreach('campaigns plan campaigns --json');
    expect(exit).toBe(7);
    expect(JSON.parse(err.split('\n').find((line) => line.startsWith('{')) ?? '').error).toMatchObject({
      code: 'ambiguous_campaign',
      exitCode: 7,
    });
    expect(err).toMatch(/2, 1|1, 2/);
    await writeLock(world, { 'autumn.md': { id: 2 } });
    expect((await planOf(world)).items[0]).toMatchObject({ file: 'autumn.md', campaignId: 2 });
  });

  it('stays through a new name of the file, and of the campaign', async () => {
    const world = await worldAfter([`${create} --daily-limit 50`]);
    await allDone(world, []);
    writeFiles(world, { 'campaigns/renamed.md': frontMatter('dailyLimit: 50\n') });
    await writeLock(world, { 'autumn.md': { id: 1, base: { name: 'Autumn', dailyLimit: 40 } } });
    expect((await planOf(world)).items).toMatchObject([
      { file: 'renamed.md', campaignId: 1, formerFile: 'autumn.md' },
    ]);
    writeFiles(world, { 'campaigns/renamed.md': '---\nname: Spring\n---\n' });
    await writeLock(world, { 'renamed.md': { id: 1, base: { name: 'Autumn' } } });
    expect((await planOf(world)).items).toMatchObject([
      { campaignId: 1, action: 'change', changes: [{ field: 'name', from: 'Autumn', to: 'Spring' }] },
    ]);
  });

  it('is a new one where that of the lock is gone, or has become another after a reset', async () => {
    const world = await worldAfter([create]);
    writeFiles(world, file);
    await writeLock(world, { 'autumn.md': { id: 12, createdAt: '2026-01-01T00:00:00Z' } });
    expect((await planOf(world)).items[0]).toMatchObject({ campaignId: 1, adopted: true });
    await writeLock(world, { 'autumn.md': { id: 1 } });
    await allDone(world, ['sandbox reset --yes']);
    world.clock.advance(60_000);
    await allDone(world, ['campaigns create Other']);
    expect((await planOf(world)).items).toMatchObject([
      { file: 'autumn.md', campaignId: null, action: 'create', gone: 1 },
      { file: null, campaignId: 1, action: 'unmanaged' },
    ]);
    const shown = await world.outreach('campaigns plan campaigns', { tty: true });
    expect(shown.out).toMatch(/1 is gone/);
  });

  it('is no longer managed once its file is gone: never paused, never deleted', async () => {
    const world = await worldAfter([create]);
    writeFiles(world, file);
    await writeLock(world, { 'autumn.md': { id: 1 } });
    rmSync(join(world.home, 'campaigns/autumn.md'));
    const plan = await planOf(world);
    expect(plan).toMatchObject({
      calls: 0,
      items: [{ file: null, campaignId: 1, action: 'unmanaged', formerFile: 'autumn.md', byHand: [] }],
    });
    const { err } = await world.outreach('campaigns plan campaigns');
    expect(err).toContain('There is no .md file in campaigns.');
  });

  it.each([
    ['half a lock', '{"version": 1,\n "acc', 2, 'line 2'],
    ['merge markers', '{\n<<<<<<< HEAD\n', 2, 'line 2: there are merge markers'],
    ['a newer lock', '{"version": 2}', 2, 'newer version'],
  ])('is not guessed from %s', async (_, text, exit, message) => {
    const world = await worldAfter([create]);
    writeFiles(world, { ...file, 'campaigns/outreach.lock.json': text });
    world.requests.length = 0;
    const run = await world.outreach('campaigns plan campaigns');
    expect(run).toMatchObject({ exit, err: expect.stringContaining(message) });
    expect(world.requests).toEqual([]);
  });
});

describe('mailboxes of a file', () => {
  it('that the account does not have are refused: 2, with file and line', async () => {
    const world = await worldAfter([create]);
    writeFiles(world, { 'campaigns/autumn.md': frontMatter('senders: [nobody@nowhere.example]\n') });
    const { exit, failure } = await world.outreach('campaigns plan campaigns/');
    const message = 'the account has no mailbox nobody@nowhere.example';
    expect({ exit, message: failure?.message }).toEqual({
      exit: 2,
      message: `campaigns/autumn.md:3:11: ${message}`,
    });
    expect(failure?.problems).toEqual([{ file: 'autumn.md', line: 3, column: 11, message }]);
  });

  it('of a domain that has none connected are none, with a warning', async () => {
    const world = await worldAfter([create]);
    writeFiles(world, { 'campaigns/autumn.md': frontMatter('senders: ["*@nowhere.example"]\n') });
    const { exit, err } = await world.outreach('campaigns diff campaigns');
    expect(exit).toBe(0);
    expect(err).toMatch(/campaigns\/autumn\.md:3:11: no mailbox of nowhere\.example is connected\n/);
    writeFiles(world, { 'campaigns/autumn.md': frontMatter('senders: ["*@northwind-mial.example"]\n') });
    expect((await world.outreach('campaigns plan campaigns')).err).toMatch(
      /campaigns\/autumn\.md:3:11: no mailbox of northwind-mial\.example is connected; did you mean \*@northwind-mail\.example\?/,
    );
  });

  it('that are not connected or not wanted are left to a person', async () => {
    const world = await worldAfter([create, `campaigns senders attach 1 ${anna}`]);
    const off = 'old.box@try-northwind.example';
    writeFiles(world, { 'campaigns/autumn.md': frontMatter(`senders: ["${off}"]\n`) });
    expect(await planOf(world)).toMatchObject({
      calls: 0,
      items: [
        {
          action: 'change',
          byHand: [
            `connect ${off}: a mailbox that is not connected cannot be attached`,
            `detach ${anna} in the app`,
          ],
        },
      ],
    });
    expect((await world.outreach('campaigns diff campaigns')).exit).toBe(20);
  });
});

describe('parts that cannot be read', () => {
  it.each([
    ['sequence', /\/sequence$/, /^steps\.|^signature/, /sequence$/],
    ['settings', /\/campaigns\/1$/, /^(dailyLimit|minGap|maxGap|stop)/, /\/campaigns\/1$/],
  ])('are listed and never changed: %s', async (part, reading, hidden, writing) => {
    const world = await worldAfter([create], {
      between: (next) => async (request, signal) =>
        request.method === 'GET' && reading.test(request.path)
          ? { status: 404, headers: {}, body: '404 page not found' }
          : next(request, signal),
    });
    writeFiles(world, { 'campaigns/autumn.md': whole.replace(/emoji.*\n/, '') });
    const plan = await planOf(world);
    expect(plan.items[0]?.unreadable).toMatchObject([{ field: part }]);
    expect(plan.items[0]?.changes.filter(({ field }) => hidden.test(field))).toEqual([]);
    expect(plan.requests.filter(({ path }) => writing.test(path))).toEqual([]);
  });
});

describe('the exit code', () => {
  const exitsOf = async (world: TestWorld) => [
    (await world.outreach('campaigns plan campaigns')).exit,
    (await world.outreach('campaigns plan campaigns --detailed-exitcode')).exit,
    (await world.outreach('campaigns diff campaigns')).exit,
  ];

  it('says whether something differs, and whether a rule blocks', async () => {
    const world = await worldAfter([`${create} --daily-limit 50`]);
    writeFiles(world, { 'campaigns/autumn.md': frontMatter('dailyLimit: 50\n') });
    expect(await exitsOf(world)).toEqual([0, 0, 0]);
    writeFiles(world, { 'campaigns/autumn.md': frontMatter('dailyLimit: 60\n') });
    expect(await exitsOf(world)).toEqual([0, 20, 20]);
    writeFiles(world, { 'campaigns/autumn.md': frontMatter('', step('Hello', '[Name]')) });
    expect(await exitsOf(world)).toEqual([0, 16, 20]);
    const accepted = await world.outreach([
      ...['campaigns', 'plan', 'campaigns', '--detailed-exitcode'],
      ...['--accept', 'placeholder-left=it is meant so'],
    ]);
    expect(accepted.exit).toBe(20);
  });

  it('of drift and of a conflict is 20', async () => {
    const world = await worldAfter([`${create} --daily-limit 50`]);
    writeFiles(world, { 'campaigns/autumn.md': frontMatter('dailyLimit: 60\n') });
    await writeLock(world, { 'autumn.md': { id: 1, base: { name: 'Autumn', dailyLimit: 60 } } });
    expect(await exitsOf(world)).toEqual([0, 20, 20]);
    expect((await planOf(world, '--overwrite-drift')).calls).toBe(1);
    await writeLock(world, { 'autumn.md': { id: 1, base: { name: 'Autumn', dailyLimit: 70 } } });
    expect(await exitsOf(world)).toEqual([0, 20, 20]);
  });

  it('of a folder that is not there, and of a damaged file, is 2; without files only campaigns are listed', async () => {
    const world = await worldAfter([create]);
    expect(await exitsOf(world)).toEqual([2, 2, 2]);
    writeFiles(world, { 'campaigns/autumn.md': 'no front matter\n' });
    expect(await exitsOf(world)).toEqual([2, 2, 2]);
    rmSync(join(world.home, 'campaigns/autumn.md'));
    expect(await exitsOf(world)).toEqual([0, 0, 0]);
  });
});

it('says the same digest from run to run', async () => {
  const world = await worldAfter([create]);
  writeFiles(world, { 'campaigns/autumn.md': whole });
  const [one, two] = [await planOf(world), await planOf(world)];
  expect(one.digest).toBe(two.digest);
  await allDone(world, ['campaigns update 1 --emoji z']);
  expect((await planOf(world)).digest).not.toBe(one.digest);
  expect(readFileSync(join(world.home, 'campaigns/autumn.md'), 'utf8')).toBe(whole);
});
