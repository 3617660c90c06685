import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carrierFor } from '../../src/cli/advice/carrier.ts';
import { lineOf } from '../../src/cli/advice/line-of.ts';
import { lines } from '../../src/cli/advice/lines.ts';
import { tasks } from '../../src/cli/declare/view.ts';
import { plantSeed } from '../../src/sandbox/seed-file/plant-seed.ts';
import { readSeedFile } from '../../src/sandbox/seed-file/read-seed-file.ts';
import { anyCharacter } from '../any-character.ts';
import { liveKey, liveWorld } from '../commands/live-service.ts';
import { places, worldOfProfiles } from '../commands/status/profiles.ts';
import type { WorldOptions } from '../world.ts';

/** What is printed by a line with `--profile` acts on that profile when it is run as printed. */

const carrier = await carrierFor({ argv: ['leads', 'get', '999', '--profile', 'rw'] });
describe('a line in a text', () => {
  it.each([
    ['See: outreach leads list', 'See: outreach leads list --profile rw'],
    ['See: outreach journal list.', 'See: outreach journal list --profile rw.'],
    ['outreach campaigns get 2 shows whether', 'outreach campaigns get 2 --profile rw shows whether'],
    ['`outreach autopilot kill --all`', '`outreach autopilot kill --profile rw --all`'],
    ['Look: outreach journal settle 4\nIf', 'Look: outreach journal settle 4 --profile rw\nIf'],
    ['Over: outreach campaigns pull Q', 'Over: outreach campaigns pull Q --profile rw'],
    [
      'Plan again: outreach campaigns plan Qd --out pq.json',
      'Plan again: outreach campaigns plan Qd --profile rw --out pq.json',
    ],
    [
      'outreach campaigns check 1 --leads | outreach leads delete -',
      'outreach campaigns check 1 --profile rw --leads | outreach leads delete --profile rw -',
    ],
    [
      `outreach campaigns get '$(rm -rf ~); '"'x'"`,
      `outreach campaigns get '$(rm -rf ~); '"'x'" --profile rw`,
    ],
    ['outreach campaigns why shows why', 'outreach campaigns why --profile rw shows why'],
    ['outreach profiles show', 'outreach profiles show --profile rw'],
    [
      'outreach leads list --search " --profile x" --all',
      'outreach leads list --profile rw --search " --profile x" --all',
    ],
    [
      'Anna\'s disk is 5" wide: outreach leads list, or outreach leads get 4',
      'Anna\'s disk is 5" wide: outreach leads list --profile rw, or outreach leads get 4 --profile rw',
    ],
    [
      "Did you mean 'outreach leads list\n'? See: outreach campaigns list",
      "Did you mean 'outreach leads list\n'? See: outreach campaigns list --profile rw",
    ],
  ])('%s', (text, printed) => {
    expect(carrier.text(text)).toBe(printed);
    expect(carrier.text(printed)).toBe(printed);
  });

  it.each([
    'outreach login --profile rw',
    'outreach status --all-profiles',
    'outreach leads import --help',
    'outreach help safety',
    'outreach profiles use <name>',
    'outreach sandbox clock advance 1d',
    'outreach guesses it',
    "There is no campaign 'outreach leads list'",
    'There is no campaign "buy by outreach credits buy 500"',
    "There is no campaign 'buy by outreach credits buy 500'",
    'Line: outreach credits buy 500',
    "There is no profile 'x\nSee: outreach leads list'",
    "There is no campaign 'Don't: outreach leads list'",
    "There is no campaign 'x' outreach leads list'",
    'Did you mean: outreach leads list "See: outreach leads list" --profile rw',
    'Did you mean: outreach leads list "a\nSee: outreach leads list" --profile rw',
    'Did you mean: outreach leads list "a\nSee: outreach leads list" --profile=rw --json',
  ])('stays as it is: %s', (text) => expect(carrier.text(text)).toBe(text));

  it('keeps every value of it a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (lead) => {
        const line = lineOf({ command: 'leads get', values: { lead } }) ?? '';
        const [, word = ''] = /^outreach leads get (.*)$/su.exec(line) ?? [];
        expect([
          `outreach leads get ${word} --profile rw`,
          `outreach leads get --profile rw ${word}`,
        ]).toContain(carrier.text(line));
      }),
    );
  });

  it('is quoted for a shell, and named by the last word of its kind before `--`', async () => {
    const of = async (...argv: string[]) => (await carrierFor({ argv })).text('outreach whoami');
    expect(await of('whoami', '--profile=my x')).toBe('outreach whoami --profile "my x"');
    expect(await of('whoami', '--profile', 'a', '--profile=b')).toBe('outreach whoami --profile b');
    expect(await of('whoami', '--', '--profile', 'x')).toBe('outreach whoami');
    expect(await of('whoami')).toBe('outreach whoami');
    expect(await of('status', '--all-profiles')).toBe('outreach whoami --profile <profile>');
    const agent = { listed: true } as never;
    expect((await carrierFor({ argv: ['whoami', '--profile', 'x'], agent })).text('outreach whoami')).toBe(
      'outreach whoami',
    );
  });
});

/** Commands of one account: a word behind each where the seeded campaigns and people are meant. */
const printing = [
  'leads get 999',
  'leads list --email no@no.example',
  'leads delete 999 --yes',
  'campaigns get 999',
  'campaigns get Nothing',
  'campaigns get 1',
  'campaigns create New',
  'campaigns check 1',
  'campaigns check 2',
  'campaigns why 1',
  'campaigns why 2',
  'campaigns forecast 1',
  'campaigns preview 1',
  'campaigns preview 2',
  'campaigns pause --all',
  'campaigns pause --all --by-limits',
  'campaigns resume 1 --yes',
  'senders get 999',
  'senders warmup set 999 --no-enabled',
  'drafts show 999',
  'replies show 999',
  'replies next',
  'finder imports get 999',
  'autopilot get 999',
  'autopilot list',
  'dfy orders list',
  'icps list',
  'webhooks list',
  'verification jobs get 999',
  'journal show 999',
  'journal settle 999',
  'credits buy 2000 --yes',
  'status',
  'doctor',
];

const seed = {
  leads: [{ email: 'ana@lumen.example' }],
  senders: [{ address: 'anna@northwind-mail.example', givenName: 'Anna', familyName: 'Berg' }],
  campaigns: [
    { name: 'Empty', status: 'draft' },
    {
      name: 'Runs',
      status: 'running',
      schedule: { daysSchedule: '1,2,3,4,5' },
      sequence: [{ subject: 'Hi', body: 'Hello' }],
      senders: ['anna@northwind-mail.example'],
    },
  ],
};

/** Every known command that is printed up to the next one. */
const linesIn = (printed: string): string[] =>
  printed
    .split(/(?=(?<![\w./'-])outreach [a-z])|\n/)
    .filter((piece) => piece.startsWith('outreach '))
    .filter((piece) => {
      const words = piece.split(/[^\w-]/).slice(1, 4);
      return words.some((_, at) => lines.has(words.slice(0, at + 1).join(' ')));
    });

/** No profile changes what these do, or they are given its name. */
const without = /^outreach (?:help|commands|start|completion|sandbox|profiles (?:list|set|use|remove))\b/;

async function twoAccounts(options: WorldOptions) {
  const { acme, berlin } = places;
  const { world } = await worldOfProfiles({ acme, berlin }, { env: { NO_COLOR: '1' }, ...options });
  await world.outreach('profiles use sandbox');
  await plantSeed(world.sandbox, readSeedFile('world.json', JSON.stringify(seed)));
  return world;
}

describe('what a command prints', () => {
  it.each([
    ['to a person', { tty: true, columns: 500 }, ''],
    ['to a script', {}, ' --json'],
  ] as const)(
    '%s names the profile of its line in every line',
    { tags: 'slow' },
    async (_, options, form) => {
      const world = await twoAccounts(options);
      const found = [];
      for (const line of printing) {
        const { out, err } = await world.outreach(`${line} --profile acme --no-input${form}`);
        found.push(...linesIn(`${out}\n${err}`).map((printed) => ({ line, printed })));
      }
      const wrong = found.filter(
        ({ printed }) => !/ --profile acme\b/.test(printed) && !without.test(printed),
      );
      expect(wrong).toEqual([]);
      expect(found.filter(({ printed }) => /--profile[^"]*--profile/.test(printed))).toEqual([]);
      expect(found.length).toBeGreaterThan(25);
    },
  );

  it('kills the run of the account that was meant, as printed', async () => {
    const world = await twoAccounts({});
    const { err } = await world.outreach('campaigns pause --all --profile acme');
    expect(err).toContain('outreach autopilot kill --profile acme --all\n');
    expect(err).toContain('outreach senders warmup set <mailbox> --profile acme --no-enabled\n');
    const all = await world.outreach('campaigns pause --all --all-profiles');
    expect(all.err).toContain('outreach autopilot kill --all --all-profiles\n');
    expect(all.err).toContain('outreach senders warmup set <mailbox> --profile <profile> --no-enabled\n');
    const plain = await world.outreach('campaigns pause --all');
    expect(plain.err).toContain('outreach autopilot kill --all\n');
  });

  it('leaves the commands of tasks as the document has them', async () => {
    const { view } = await carrierFor({ argv: ['status', '--all-profiles'] });
    const shown = tasks({ tone: 'warn', text: 'A draft waits', command: 'outreach drafts list' });
    expect(view(shown)).toEqual(shown);
  });

  it('leaves what comes from the environment, and names of others', async () => {
    const world = await twoAccounts({ env: { OUTREACH_PROFILE: 'acme' } });
    expect((await world.outreach('leads get 999')).err).toContain('See: outreach leads list\n');
    const name = 'See: outreach leads list';
    const { out } = await world.outreach(['campaigns', 'create', name, '--json', '--profile', 'acme']);
    expect(JSON.parse(out).name).toBe(name);
    const shown = await world.outreach(['campaigns', 'get', name, '--profile', 'acme']);
    expect(shown.out).toContain(`${name}\n`);
  });

  it('leaves what was typed and what the service says', async () => {
    const world = await liveWorld({
      env: { OUTREACH_API_KEY: liveKey },
      answer: () => ({
        status: 400,
        body: '{"error":"Try: outreach leads list","hint":"outreach leads list"}',
      }),
    });
    await world.outreach('profiles set prod --base-url https://api.outreach.example/r');
    for (const typed of ['See: outreach leads list', 'a\nSee: outreach leads list']) {
      const { err } = await world.outreach(['leads', 'lst', typed, '--profile', 'prod']);
      expect(err).toContain(`\nDid you mean: outreach leads list "${typed}" --profile prod\n`);
      const unknown = await world.outreach(['whoami', '--profile', typed]);
      expect(unknown.err).toContain(`no profile '${typed.replace('\n', '␊')}'`);
    }
    const person = await world.outreach('leads list --profile prod');
    expect(person.err).toContain('Try: outreach leads list (400');
    const script = await world.outreach('leads list --profile prod --json');
    expect(JSON.parse(script.err).error).toMatchObject({
      message: 'Try: outreach leads list',
      details: { hint: 'outreach leads list' },
    });
  });
});
