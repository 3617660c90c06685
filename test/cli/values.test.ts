import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { type AnyCommand, command, type Group } from '../../src/cli/declare/command.ts';
import { arg, opt, type Param, type ParamType } from '../../src/cli/declare/params.ts';
import { leavesOf, loadTree } from '../../src/cli/describe/tree.ts';
import { countriesLike } from '../../src/cli/line/country.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';
import { readValue } from '../../src/cli/line/read-value.ts';
import { typedNumber } from '../../src/cli/line/typed-number.ts';
import { tree } from '../../src/commands/index.ts';
import { eventTypes } from '../../src/contract/events/events.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { runs } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';

/** The value and the notes; of a refusal message and hint. */
async function read(param: Param, word: string) {
  const notes: string[] = [];
  const place = { label: '--it', argv: ['x', `--it=${word}`], note: (line: string) => void notes.push(line) };
  try {
    return { value: await readValue(param, word, place), notes };
  } catch (error) {
    if (error instanceof Failure) return { refused: error.message, hint: error.hint, kind: error.kind };
    throw error;
  }
}

const value = async (param: Param, word: string) => {
  const { refused, value } = await read(param, word);
  return refused === undefined ? value : 'refused';
};

describe('a number', () => {
  it.each([
    ['2000', 2000],
    ['2,000', 2000],
    ['1,234,567', 1_234_567],
    ['2k', 2000],
    ['2K', 2000],
    ['1.5k', 1500],
    ['1.1k', 1100],
    ['2,000k', 2_000_000],
    ['+7', 7],
  ])('%s is %d', async (word, expected) => {
    expect(await value(opt.int('n'), word)).toBe(expected);
    expect(await value(opt.number('n'), word)).toBe(expected);
  });

  it.each([
    '2,00',
    '1,0000',
    ',000',
    '1,000,00',
    '1.5',
    '1.2345k',
    '2m',
    'k',
    '1 000',
    '1_000',
    '0x10',
    '',
    '1e3',
  ])('%s is no whole number', async (word) => {
    expect(await value(opt.int('n'), word)).toBe('refused');
  });

  it.each(['1.000', '12.500', '1.500k'])('%s can mean two numbers, and is refused', async (word) => {
    expect((await read(opt.int('n'), word)).refused).toBe(`--it must be a whole number, not '${word}'`);
  });

  it('with decimals is what it says where it may have them', async () => {
    expect(await value(opt.number('n'), '0.004')).toBe(0.004);
    expect(await value(opt.number('n'), '19.999')).toBe(19.999);
    expect(await value(opt.number('n'), '12.50')).toBe(12.5);
  });

  it('is read back however it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (n) => {
        expect(Number(typedNumber(n.toLocaleString('en')))).toBe(n);
        expect(Number(typedNumber(String(n)))).toBe(n);
        expect(Number(typedNumber(`${n}k`))).toBe(n * 1000);
      }),
    );
  });

  it('is no id', async () => {
    for (const word of ['2k', '2,000', '+2']) expect(await value(arg.id('id'), word)).toBe('refused');
  });
});

describe('a country', () => {
  it.each([
    ['Germany', 'Germany'],
    ['germany', 'Germany'],
    ['DE', 'Germany'],
    ['Deutschland', 'Germany'],
    ['Allemagne', 'Germany'],
    ['Niemcy', 'Germany'],
    ['osterreich', 'Austria'],
    ['Congo', 'Congo'],
    ['turkiye', 'Türkiye'],
    ['USA', 'United States'],
    ['uk', 'United Kingdom'],
    ['south korea', 'South Korea'],
    ['America', 'United States'],
    ['Atlantis', 'Atlantis'],
  ])('%s is %s', async (word, name) => {
    expect(await value(opt.country('c', 'name'), word)).toBe(name);
  });

  it('says what another name means, and nothing of the usual one', async () => {
    expect((await read(opt.country('c', 'name'), 'Holland')).notes).toEqual([
      '--it Holland means Netherlands.',
    ]);
    expect((await read(opt.country('c', 'name'), 'germany')).notes).toEqual([]);
  });

  it('becomes its letters where those are asked for, and is refused where there are none', async () => {
    expect(await value(opt.country('c', 'code'), 'poland')).toBe('PL');
    const { refused, hint } = await read(opt.country('c', 'code'), 'Germny');
    expect(refused).toBe(`--it must be a country like Germany or DE, not 'Germny'`);
    expect(hint).toContain('Germany');
  });

  it.each([
    ['Untied States', ['United States']],
    ['Frnace', ['France']],
  ])('%s is likely %j', (word, near) => {
    expect(countriesLike(word)).toEqual(near);
  });
});

describe('a choice', () => {
  const type = opt.choice('t', eventTypes, { byWord: true });
  it.each([
    ['EmailReply', 'EmailReply'],
    ['emailreply', 'EmailReply'],
    ['email-reply', 'EmailReply'],
    ['reply', 'EmailReply'],
    ['bounce', 'EmailBounce'],
    ['Lead Created', 'LeadCreated'],
    ['credit', 'CreditBalanceLow'],
    ['order', 'DfyOrderCompleted'],
  ])('%s is %s', async (word, expected) => {
    expect(await value(type, word)).toBe(expected);
  });

  it('is refused where a word is in several, naming them', async () => {
    const { refused } = await read(type, 'lead');
    expect(refused).toBe('--it lead can be LeadCategoryUpdate or LeadCreated');
  });

  it('takes no parts of words, and no part at all unless it is declared so', async () => {
    for (const word of ['re', 'mail', '', '-']) expect(await value(type, word)).toBe('refused');
    const category = opt.choice('c', ['interested', 'not_interested']);
    expect(await value(category, 'Not interested')).toBe('not_interested');
    expect(await value(category, 'not')).toBe('refused');
  });

  it('has the nearest right one in its refusal', async () => {
    expect(await read(type, 'EmailReplied')).toMatchObject({
      hint: 'Did you mean: outreach x --it=EmailReply',
    });
  });
});

describe('a time zone', () => {
  it.each([
    ['Europe/Lisbon', 'Europe/Lisbon'],
    ['europe/lisbon', 'Europe/Lisbon'],
    ['Berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['UTC', 'UTC'],
  ])('%s is %s', async (word, zone) => {
    expect(await value(opt.zone('z'), word)).toBe(zone);
  });

  it('is refused with the nearest', async () => {
    expect((await read(opt.zone('z'), 'Europe/Berln')).hint).toContain('Europe/Berlin');
    for (const word of ['', 'Mars/Base', '+02:00', 'noon'])
      expect(await value(opt.zone('z'), word)).toBe('refused');
  });
});

describe('days and hours', () => {
  it('are named with their option where they are wrong', async () => {
    expect(await value(opt.days('d'), 'Mon-Fri')).toBe('1,2,3,4,5');
    expect(await value(opt.hour('h'), '9')).toBe('09:00');
    expect((await read(opt.days('d'), 'fun')).refused).toMatch(/^--it: 'fun' is not a day of the week/);
    expect((await read(opt.hour('h'), '25:00')).refused).toMatch(/^--it: '25:00'/);
  });
});

const kinds: readonly Param[] = [
  opt.int('n'),
  opt.number('n', { min: 0 }),
  arg.id('id'),
  opt.duration('d'),
  opt.moment('m', 'since'),
  opt.country('c', 'name'),
  opt.country('c', 'code'),
  opt.zone('z'),
  opt.days('d'),
  opt.hour('h'),
  opt.choice('t', eventTypes, { byWord: true }),
];

it('no kind of value throws anything but a refusal that names the option', async () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'toString', '\u0000', '𝟚𝟘', '١٢'),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), word, async (param, text) => {
      const { refused, kind } = await read(param, text);
      if (refused !== undefined) expect([refused.startsWith('--it'), kind]).toEqual([true, 'usage']);
    }),
    { numRuns: runs(400) },
  );
});

const program = await loadTree(tree);
const options = [
  ...leavesOf(program.commands).flatMap(({ path, options }) =>
    options.map((option) => ({ path, ...option })),
  ),
];
const typed = (wanted: ParamType) => options.filter(({ type }) => type === wanted);

describe('a waiver', () => {
  const waiver = opt.waivers('a rule that may be broken');

  it.each([
    ['no-opt-out=the service adds it', { rule: 'no-opt-out', reason: 'the service adds it' }],
    ['link-http = they want a=b', { rule: 'link-http', reason: 'they want a=b' }],
    ['said-no', 'refused'],
    ['said-no=', 'refused'],
    ['said-no=  ', 'refused'],
    ['=because', 'refused'],
    ['everything=because', 'refused'],
    ['toString=because', 'refused'],
  ])('%s', async (word, meant) => {
    expect(await value(waiver, word)).toEqual(meant);
  });

  it('names the rule that was probably meant', async () => {
    expect(await read(waiver, 'merge-tag-emty=they know')).toMatchObject({
      refused: "--it: there is no rule 'merge-tag-emty'",
      hint: expect.stringContaining('merge-tag-empty'),
    });
  });
});

describe('every option of the tree', () => {
  it('that takes one number takes it as people type it', () => {
    const lists = options.filter(({ type, many }) => many && (type === 'integer' || type === 'number'));
    expect(lists).toEqual([]);
    expect(typed('integer').length).toBeGreaterThan(30);
  });

  it('that names a point in time, a country, a zone, days or an hour is declared as such', () => {
    const named = /^--(since|until|at|before|after|.*country|.*headquarters|timezone|days)$/;
    const kinds: readonly ParamType[] = ['moment', 'country', 'zone', 'days', 'choice', 'duration'];
    const other = options.filter(({ name, type }) => named.test(name) && !kinds.includes(type));
    // Moments are by the clock of the target; a budget ends by that of this machine.
    expect(other.map(({ path, name }) => `${path} ${name}`)).toEqual([
      'leads import --before',
      'budgets add --until',
    ]);
  });

  it('with a moment comes with --utc', () => {
    const paths = (wanted: typeof options) => new Set(wanted.map(({ path }) => path));
    expect(typed('moment').length).toBeGreaterThan(2);
    expect(paths(options.filter(({ name }) => name === '--utc'))).toEqual(
      new Set([...paths(typed('moment')), 'sandbox clock set']),
    );
  });
});

describe('the program', () => {
  it('refuses an end before its beginning, before anything is sent', async () => {
    const world = await newWorld();
    const has = (wanted: string) => options.filter(({ name }) => name === wanted).map(({ path }) => path);
    const both = has('--since').filter((path) => has('--until').includes(path));
    expect(both.length).toBeGreaterThan(4);
    for (const path of both) {
      const { exit, err } = await world.outreach(`${path} --since 2026-02-02 --until 2026-02-01`);
      expect([path, exit, err]).toEqual([
        path,
        2,
        expect.stringContaining('--since 2026-02-02 is after --until 2026-02-01'),
      ]);
    }
    expect(world.requests).toEqual([]);
    expect((await world.outreach('leads list --since 2026-02-01 --until 2026-02-01')).exit).toBe(0);
  });

  it('takes numbers as people type them', async () => {
    const world = await newWorld();
    expect((await world.outreach('credits buy 2k --yes')).exit).toBe(0);
    expect(world.ledger.of('credits.purchase')).toMatchObject([{ usd: 20 }]);
    expect((await world.outreach('leads list --limit 1,000 --json')).exit).toBe(0);
    expect(await world.outreach('credits buy 2,00 --yes')).toMatchObject({
      exit: 2,
      err: expect.stringContaining(`<amount> must be a whole number, not '2,00'`),
    });
  });

  it('counts days by the clock of the sandbox', async () => {
    const world = await newWorld();
    await world.outreach('sandbox clock set 2026-12-02T10:30:00Z');
    const asked = async (line: string) => {
      const { since, until } = (await world.outreach(`report outcomes ${line} --utc --json`)).json();
      return [since, until];
    };
    expect(await asked('--since 7d --until yesterday')).toEqual([
      '2026-11-25T10:30:00Z',
      '2026-12-01T23:59:59.999Z',
    ]);
    expect(await asked('--since mon --until 2026-12-02T00:00:00Z')).toEqual([
      '2026-11-30T00:00:00Z',
      '2026-12-02T00:00:00Z',
    ]);
    expect(await world.outreach('report outcomes --since lately')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--since must be a time such as 7d, yesterday'),
    });
  });

  it('counts days by the clock of a sandbox that is served, too', async () => {
    const { sandbox, outreach } = await newWorld();
    await outreach('sandbox clock set 2026-12-02T10:30:00Z');
    const served = await listen({ transport: sandbox.wire, port: 0 });
    onTestFinished(served.close);
    const env = { OUTREACH_BASE_URL: served.url, OUTREACH_API_KEY: sandboxKey };
    const world = await newWorld({ network: 'real', lazySandbox: true, env });
    const { since } = (await world.outreach('report outcomes --since 7d --json')).json();
    expect(since).toBe('2026-11-25T10:30:00Z');
  });

  it('takes what is on a list of the contact database in any case, and a size by its band', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld();
    const line = 'finder search --size 20 --size 2k --seniority director --country turkey --continent';
    const { exit, err } = await world.outreach(line.replace(' --continent', ' --limit 1'));
    expect([exit, err]).toEqual([
      0,
      expect.stringContaining('--size 20 means 11-50.\n--size 2k means 1001-5000.'),
    ]);
    expect(err).toContain('--country turkey means Türkiye.');
    const sized = await world.outreach('audience size --size 20 --location Germany');
    expect([sized.exit, sized.err]).toEqual([0, expect.stringMatching(/--size 20 means 11-50/)]);
    await world.outreach('campaigns create Autumn');
    const dry = await world.outreach('finder import --campaign 1 --count 5 --size 20 --dry-run --json');
    expect([dry.json().body.filters, dry.err]).toEqual([{ companySizes: ['11-50'] }, '']);
    expect((await world.outreach('finder search --size 11-50 --country Germany')).exit).toBe(0);
    expect(world.requests.filter((request) => request === 'GET /lead-finder/filters')).toHaveLength(4);
  });

  it.each([
    ['finder search --country Germnay', '--country must be', '--country "Germany"'],
    [
      'finder search --size 11-20',
      "--size must be on the list of the contact database, not '11-20'",
      '11-50',
    ],
    ['finder search --seniority Boss', '--seniority must be', 'Director'],
    ['finder search --country Germany --continent Europe', '--continent', '--country, --region, --continent'],
    ['audience size --industry Softwear', '--industry must be', 'Software'],
    ['senders warmup set 1 --timezone Lisbn', '--timezone must be a time zone', 'Europe/Lisbon'],
    ['campaigns schedule 1 --days mon-fun', "--days: 'fun' is not a day of the week", 'mon-fri'],
  ])('refuses by the name of the option, with what is right: %s', async (line, message, hint) => {
    const { exit, err } = await (await newWorld()).outreach(line);
    expect(exit).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(hint);
    expect(err).not.toMatch(/companySizes|seniorities|industries must/);
  });

  it('says on stderr what a word means, unless it is quiet or for scripts', async () => {
    const world = await newWorld();
    const line = 'billing update --country DE';
    const search = 'finder search --job-title CEO --country DE';
    expect((await world.outreach(search)).err).toContain('--country DE means Germany.');
    for (const more of ['-q', '--json'])
      expect((await world.outreach(`${search} ${more}`)).err).not.toContain('means');
    expect((await world.outreach(`${line} --json`)).json().country).toBe('DE');
  });
});

it('a command of its own gets all of it by its declaration', async () => {
  const seen: unknown[] = [];
  const probe = command({
    name: 'probe',
    summary: 'Probe',
    uses: [],
    tool: 'read',
    local: true,
    args: { since: opt.moment('when', 'since'), zone: opt.zone('where'), count: opt.int('how many') },
    examples: ['outreach probe'],
    run: (_, values) => void seen.push(values),
  });
  const entry = { name: 'probe', summary: 'Probe', section: 'X', load: async () => probe };
  const world = await newWorld({ commands: [entry] });
  const { exit, err } = await world.outreach('probe --since 2026-03-01 --utc --zone berlin --count 1.5k');
  expect({ exit, err, seen }).toEqual({
    exit: 0,
    err: '--zone berlin means Europe/Berlin.\n',
    seen: [{ since: '2026-03-01T00:00:00Z', zone: 'Europe/Berlin', count: 1500 }],
  });
});

describe('what a person could not know', () => {
  it('is asked for at a terminal, of every command that takes it', async () => {
    const known = /^(campaigns?|senders?|leads?|draft|reply|run)$/;
    const unasked: string[] = [];
    const visit = (node: Group | AnyCommand, path: string): void => {
      if (isGroup(node))
        for (const below of [...node.commands, ...(node.groups ?? [])]) visit(below, `${path} ${below.name}`);
      else
        for (const [key, param] of Object.entries<Param>(node.args ?? {}))
          if (param.required && known.test(key) && param.asked === undefined) unasked.push(`${path} ${key}`);
    };
    for (const entry of tree) visit(await entry.load(), entry.name);
    expect(unasked).toEqual([]);
  });

  it('is a usage error in a pipe, before anything is sent', async () => {
    const world = await newWorld();
    for (const line of [
      'campaigns get',
      'leads move 1',
      'drafts send --yes',
      'webhooks delete',
      'campaigns create',
      'finder import --count 5 --job-title CEO',
    ])
      expect({ line, ...(await world.outreach(line)) }).toMatchObject({
        exit: 2,
        err: expect.stringMatching(/missing|not specified/i),
      });
    expect(world.requests).toEqual([]);
  });
});
