import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { runs } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';

const failureOf = (err: string) => {
  const lines = err.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '').error;
};

describe('a line that works', () => {
  it('gives data on stdout and nothing else anywhere', async () => {
    const world = await newWorld();
    const { exit, err, json } = await world.outreach('leads list --json');
    expect(err).toBe('');
    expect(exit).toBe(0);
    expect(json()).toEqual({ items: [], total: 0, page: 1, limit: 20, hasMore: false });
  });

  it.each([
    'leads list --json --limit 3 --profile sandbox',
    '--json --limit 3 --profile sandbox leads list',
    '--profile=sandbox leads --limit=3 list --json',
    'leads --json list --limit 3 --profile sandbox',
  ])('takes shared options on both sides of the verb: %s', async (line) => {
    const world = await newWorld();
    const { exit, err, json } = await world.outreach(line);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(json().limit).toBe(3);
  });

  it('says once on stderr that nothing is configured, and not with -q', async () => {
    const world = await newWorld();
    expect((await world.outreach('leads list')).err).toMatch(/^Nothing is configured: .*sandbox.*\n$/);
    expect((await world.outreach('leads list -q')).err).toBe('');
    expect((await world.outreach('leads list --profile sandbox')).err).toBe('');
  });
});

describe('help', () => {
  it.each([
    ['', 'USAGE\n  outreach <command> [options]'],
    ['--help', 'USAGE\n  outreach <command> [options]'],
    ['leads', 'outreach leads <command>'],
    ['leads -h', 'outreach leads <command>'],
    ['leads meeting', 'outreach leads meeting <command>'],
    ['leads list -h --bogus', 'outreach leads list [options]'],
    ['--help leads list', 'outreach leads list [options]'],
    ['help leads list', 'outreach leads list [options]'],
    ['credits buy 5 --help', 'outreach credits buy <amount>'],
  ])('%s', async (line, part) => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(line);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toContain(part);
    expect(world.requests).toEqual([]);
  });

  it('is no answer for a script that wants JSON', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach('leads --json');
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(failureOf(err)).toMatchObject({ code: 'missing_command', exitCode: 2 });
  });
});

describe('a line that is wrong', () => {
  it.each([
    'standing',
    'credits buy 2000 --no-yes',
    'credits buy 2000 --noyes',
    'credits buy 2000 --not-yes',
    '--no-yes credits buy 2000',
    'campaigns schedule 2 --timezone Europe/Berlin',
    'leads list --lim=some',
    'leads list --nojson',
    'leads list --no-json',
    'leads list --noall',
    'leads list --nofields',
    'leads list --al=true',
    'drafts send 1 2',
    'campaigns senders detach 1 2',
    'finder export --campaign 1',
  ])('%s has no correction that means something else', async (line) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(line);
    expect([exit, world.requests]).toEqual([2, []]);
    expect(err).not.toContain('Did you mean');
    expect(err).not.toContain('Quote');
    expect(err).not.toContain('start');
  });

  it.each(['--yes=false', '--yes=no', '--yes=true', '--json=1'])('%s: a flag has no value', async (flag) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(`credits buy 2000 ${flag}`);
    expect([exit, world.requests]).toEqual([2, []]);
    expect(err).toContain(`${flag.replace(/=.*/, '')} takes no value`);
  });

  it.each(['credits balance --json pretty', 'leads get 1 --json pretty'])('%s: means =', async (line) => {
    const { exit, err } = await (await newWorld()).outreach(line);
    expect([exit, err]).toEqual([2, expect.stringContaining('Did you mean --json=pretty?')]);
  });

  it.each([
    ['campaigns get First steps', 'outreach campaigns get "First steps"'],
    ['campaigns pause Q4 fair follow-up --json', 'outreach campaigns pause "Q4 fair follow-up" --json'],
    ['campaigns sequence set First steps seq.md', 'outreach campaigns sequence set "First steps" seq.md'],
    [
      'campaigns create Autumn launch --daily-limit 5',
      'outreach campaigns create "Autumn launch" --daily-limit 5',
    ],
  ])('%s: a name of several words is quoted', async (line, quoted) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(line);
    expect([exit, world.requests]).toEqual([2, []]);
    expect(err).toContain(
      line.includes('--json')
        ? JSON.stringify(quoted).slice(1, -1)
        : `Quote what has several words: ${quoted}`,
    );
  });

  it('names an argument in what is wrong with it', async () => {
    const { err } = await (await newWorld()).outreach('credits buy 1.000');
    expect(err).toContain("<amount> must be a whole number, not '1.000'");
  });

  it('puts no two ids into quotes', async () => {
    const { err } = await (await newWorld()).outreach('campaigns get 1 2');
    expect(err).toContain('For example: outreach campaigns get');
  });

  it.each([
    ['leeds list', "Unknown command 'leeds'", 'outreach leads list'],
    ['campaign list', "Unknown command 'campaign'", 'outreach campaigns list'],
    ['leads lsit --json --limit 5', "unknown command 'lsit'", 'outreach leads list --json --limit 5'],
    ['import x.csv --campaign 2', "Unknown command 'import'", 'outreach leads import x.csv --campaign 2'],
    ['resume 12', "Unknown command 'resume'", 'outreach campaigns resume 12'],
    ['leads list --limt 5', "Unknown option '--limt'", 'outreach leads list --limit 5'],
    ['leads list --limt=5', "Unknown option '--limt", 'outreach leads list --limit=5'],
    ['--jsn leads list', "Unknown option '--jsn'", 'outreach --json leads list'],
    [
      'leads add a@b.example --frist-name "Ana Maria"',
      "Unknown option '--frist-name'",
      'outreach leads add a@b.example --first-name "Ana Maria"',
    ],
    [
      'finder search --title CEO --country germany',
      "Unknown option '--title'",
      'outreach finder search --job-title CEO --country germany',
    ],
    ['leads categorize 1 interessted', 'must be one of', 'outreach leads categorize 1 interested'],
  ])('%s is corrected, not guessed', async (line, what, corrected) => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(line);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    if (line.includes('--json')) expect(failureOf(err).hint).toContain(corrected);
    else expect(err).toContain(`Did you mean: ${corrected}\n`);
    expect(err).toContain(what);
    expect(world.requests).toEqual([]);
  });

  it.each([
    ['xyzzy', "Unknown command 'xyzzy'"],
    ['leads get', "Missing required argument 'lead'"],
    ['leads get 1 2', 'Too many arguments'],
    ['leads list --limit', '--limit needs a value'],
    ['leads list --fields', '--fields needs a value\nSee: outreach leads list --fields help'],
    ['leads list --limit 0', '--limit must be 1 or more'],
    ['leads list --limit many', '--limit must be a whole number'],
    ['leads list --limit 1.5', '--limit must be a whole number'],
    ['leads list --limit 1e3', '--limit must be a whole number'],
    ['leads list --timeout 5', '--timeout must be a duration'],
    ['credits buy 999', 'must be 1,000 to 10,000'],
    ['credits buy 99999999999999999999', 'must be a whole number'],
    ['leads list --json --ndjson', '--json and --ndjson cannot be used together'],
    ['leads list --csv --ndjson', 'cannot be used together'],
    ['leads list --all --limit 5', '--all and --limit cannot be used together'],
    ['leads list --all --page 2', '--all and --page cannot be used together'],
    ['journal settle 1 --done --not-done', '--done and --not-done cannot be used together'],
    ['verification jobs create a@b.example --file x', '<address> and --file cannot be used together'],
    ['api leads.list --input x --raw-field a=b', '--input and --raw-field cannot be used together'],
    ['campaigns pause --all-profiles --profile x', '--all-profiles and --profile cannot be used together'],
    ['senders watch --once --for 1h', '--once and --for cannot be used together'],
    ['leads list --yes', "Unknown option '--yes'"],
    ['leads list --max-credits 5', "Unknown option '--max-credits'"],
    ['leads list --profile', '--profile needs a value'],
    [
      'report outcomes --since tomorow',
      '--since must be a time such as 7d, yesterday, mon or 2026-10-01, not',
    ],
    ['leads list --profile sandbx', "There is no profile 'sandbx'"],
  ])('%s: exit 2 before anything is sent', async (line, what) => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(line);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(what);
    expect(world.requests).toEqual([]);
  });

  it.each([
    ['credits buy 1000 --yes --once --dry-run --json', '--once'],
    ['leads import n.csv --before --dry-run', '--before'],
    ['campaigns create Foo --emoji --dry-run', '--emoji'],
    ['campaigns create Foo --emoji --json', '--emoji'],
    ['senders update 1 --family-name --dry-run', '--family-name'],
    ['leads add --first-name --dry-run x@x.example', '--first-name'],
    ['leads audit n.csv --fix --json', '--fix'],
    ['leads export --output --csv', '--output'],
    ['leads export --output -y', '--output'],
    ['leads add --first-name -- x@x.example', '--first-name'],
    ['leads list --fields --json', '--fields'],
    ['--profile --json leads list', '--profile'],
  ])('%s: no option is the value of another', async (line, option) => {
    const world = await newWorld();
    await writeFile(join(world.home, 'n.csv'), 'email\nana@lumen.example\n');
    const { exit, out, err, failure } = await world.outreach(line);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(`${option} needs a value`);
    expect(failure).toMatchObject({
      code: 'option_missing_argument',
      hint: `If the value begins with a dash, join it with an equals sign: ${option}=<value>`,
    });
    expect(world.requests).toEqual([]);
    expect((await readdir(world.home)).filter((name) => name.startsWith('-'))).toEqual([]);
  });

  it('takes a value that begins with a dash behind an equals sign, and a dash or a negative number as it is', async () => {
    const world = await newWorld();
    for (const [words, name] of [
      [['--first-name=--dry-run'], '--dry-run'],
      [['--first-name=-Ana'], '-Ana'],
      [['--first-name', '-5'], '-5'],
      [['--first-name', '-'], '-'],
    ] as const) {
      const { exit, err } = await world.outreach(['leads', 'add', ...words, '--', 'ana@lumen.example']);
      expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
      const lead = (await world.outreach('leads get ana@lumen.example --json')).json();
      expect(lead.firstName).toBe(name);
      await world.outreach('leads delete ana@lumen.example --yes');
    }
  });

  it('is one line of JSON where JSON was asked for', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach('leads get --json');
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(failureOf(err)).toEqual({
      code: 'missing_argument',
      status: null,
      message: "missing required argument 'lead'",
      hint: expect.stringMatching(/^For example: outreach leads get/),
      outcome: 'none',
      retryable: false,
      retryAfterSeconds: null,
      exitCode: 2,
    });
  });

  it('has one code for an argument and an option that is missing', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('webhooks create --json');
    expect([exit, failureOf(err).code]).toEqual([2, 'missing_argument']);
  });

  it('gives what the service said, with its status', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach('leads get 99 --json');
    expect({ exit, out }).toEqual({ exit: 6, out: '' });
    expect(failureOf(err)).toMatchObject({ status: 404, outcome: 'none', exitCode: 6 });
  });
});

describe('a key on the line', () => {
  it.each([
    ['leads list', sandboxKey],
    ['login', `--key=${sandboxKey}`],
    ['api GET /leads --field', `x=${sandboxKey}`],
    ['--help', sandboxKey],
    ['leads list --json', 'run_abcdefgh_0123456789012345678901234567890123456789'],
  ])('%s %s is refused and not repeated', async (line, word) => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach([...line.split(' '), word]);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain('rotate it');
    expect(err).not.toContain(word.slice(-20));
    expect(world.requests).toEqual([]);
  });
});

describe('the version', () => {
  it.each(['--version', '-V'])('%s is bare', async (line) => {
    const world = await newWorld();
    expect(await world.outreach(line)).toMatchObject({ exit: 0, out: '0.0.0-test\n', err: '' });
  });
  it('is JSON, too', async () => {
    const world = await newWorld();
    expect((await world.outreach('--version --json')).json()).toEqual({ version: '0.0.0-test' });
  });
});

describe('any line at all', () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...[
        'leads',
        'list',
        'get',
        'add',
        'campaigns',
        'credits',
        'buy',
        'finder',
        'search',
        'help',
        'api',
        'GET',
        '/leads',
      ],
      ...[
        '--json',
        '--limit',
        '--all',
        '-q',
        '--',
        '-',
        '--no-color',
        '--fields',
        'id',
        '--profile',
        'sandbox',
        '-h',
        '5',
      ],
    ),
    fc.string({ maxLength: 6 }),
  );

  it('ends in a known way: never a defect, never a stack', async () => {
    const world = await newWorld();
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (argv) => {
        const { exit, err, out } = await world.outreach(argv);
        expect([0, 2, 3, 4, 5, 6, 7, 10, 15, 16]).toContain(exit);
        expect(err).not.toMatch(/\n {4}at |defect of outreach/);
        if (argv.slice(0, argv.indexOf('--') + 1 || undefined).includes('--json') && exit !== 0)
          expect(out).toBe('');
      }),
      { numRuns: runs(300) },
    );
  });
});
