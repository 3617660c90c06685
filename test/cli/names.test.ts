import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../../src/base/digest.ts';
import { answerNames } from '../../src/cli/completion/names/answer-names.ts';
import { entries } from '../../src/cli/completion/names/remember-names.ts';
import { offersOf } from '../../src/cli/completion/words.ts';
import { command } from '../../src/cli/declare/command.ts';
import { text } from '../../src/cli/declare/view.ts';
import { leavesOf, loadTree, type TreeParam } from '../../src/cli/describe/tree.ts';
import { forgetAccount } from '../../src/cli/profile/forget-account.ts';
import { existing } from '../../src/cli/profile/settings.ts';
import { tree } from '../../src/commands/index.ts';
import { boolean, object } from '../../src/contract/schema/schema.ts';
import { anyCharacter } from '../any-character.ts';
import { runs } from '../sweep/slice.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

const commands = [...tree, ...entries];
const key = 'run_abcdefgh_0123456789012345678901234567890123456789';

/** A world in which Tab may be pressed; what it starts in the background runs until someone waits for it. */
async function completing(options: WorldOptions = {}) {
  const world = await newWorld({ commands, ...options });
  const started: string[][] = [];
  let running: Promise<unknown> = Promise.resolve();
  const tab = async (
    of: string,
    more: { profile?: string; current?: string; env?: Record<string, string> } = {},
  ) => {
    const { profile = '', current = '', env = {} } = more;
    const answer = await answerNames([of, 'any command', profile, current], {
      env: { OUTREACH_HOME: world.home, ...options.env, ...env },
      platform: 'linux',
      cwd: world.home,
      until: world.clock.now() + 200,
      clock: {
        now: world.clock.now,
        sleep: async () => {
          await running;
          world.clock.advance(10);
        },
      },
      readFront: (name) => readFileSync(join(world.home, name), 'utf8'),
      start: (words) => {
        started.push([...words]);
        running = world.outreach(words);
      },
    });
    return answer.split('\n').slice(0, -1);
  };
  return { world, tab, started, settled: () => running };
}

const namesFolder = ({ home }: TestWorld) => join(home, 'state', 'names');
/** Every file below it, with what it holds. */
function stored(world: TestWorld): string {
  const found = readdirSync(namesFolder(world), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), 'utf8')}`)
    .join('\n');
}

/** Campaigns with these names and nothing else, however often they are asked for. */
const campaignsCalled =
  (...names: readonly string[]): NonNullable<WorldOptions['between']> =>
  (next) =>
  async (request, signal) => {
    const answer = await next(request, signal);
    if (request.path !== '/campaigns') return answer;
    const items = names.map((name, at) => ({ id: at + 1, name, status: 'draft' }));
    return {
      ...answer,
      body: JSON.stringify({ campaigns: items, total: items.length, page: 1, limit: 200, hasMore: false }),
    };
  };

describe('names of the service', () => {
  it('are read in the background, and given to the same Tab where that is in time', async () => {
    const { world, tab, started } = await completing();
    await world.outreach(['campaigns', 'create', 'Autumn launch']);
    expect(await tab('campaigns')).toEqual(['Autumn launch\t1 · draft']);
    expect(started).toEqual([
      ['__remember', 'campaigns', expect.any(String), '--timeout=10000ms', '--no-input', '--quiet'],
    ]);
    expect(world.requests.slice(-1)).toEqual(['GET /campaigns']);
  });

  it('are remembered for a minute, and then given at once while they are read anew', async () => {
    const { world, tab, started, settled } = await completing();
    await world.outreach(['campaigns', 'create', 'Autumn']);
    await tab('campaigns');
    await world.outreach(['campaigns', 'create', 'Winter']);
    world.clock.advance(50_000);
    expect(await tab('campaigns')).toEqual(['Autumn\t1 · draft']);
    expect(started).toHaveLength(1);
    world.clock.advance(20_000);
    expect(await tab('campaigns')).toEqual(['Autumn\t1 · draft']);
    expect(started).toHaveLength(2);
    await settled();
    expect(await tab('campaigns')).toEqual(['Winter\t2 · draft', 'Autumn\t1 · draft']);
  });

  it('are read anew, and waited for, where none begins with what was typed', async () => {
    const { world, tab } = await completing();
    await world.outreach(['campaigns', 'create', 'Autumn']);
    await tab('campaigns');
    await world.outreach(['campaigns', 'create', 'Winter']);
    world.clock.advance(6000);
    expect(await tab('campaigns', { current: 'wi' })).toContain('Winter\t2 · draft');
  });

  it('offer the id where it was begun, or where the name would not do', async () => {
    const names = [
      'Autumn',
      'Twice',
      'twice ',
      '2026',
      '-x',
      'a\u202eb',
      'line\nbreak',
      '',
      ' edge',
      '7 days',
    ];
    const { tab } = await completing({ between: campaignsCalled(...names) });
    expect(await tab('campaigns')).toEqual([
      'Autumn\t1 · draft',
      '2\tTwice · draft',
      '3\ttwice · draft',
      '4\t2026 · draft',
      '5\t-x · draft',
      '6\ta\\u{202e}b · draft',
      '7\tline break · draft',
      '8\tdraft',
      '9\tedge · draft',
      '7 days\t10 · draft',
    ]);
    expect(await tab('campaigns', { current: '1' })).toContain('1\tAutumn · draft');
  });

  it('are whole lines without control characters, whatever they are called', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: anyCharacter, maxLength: 300 }), { maxLength: 5 }),
        async (names) => {
          const { tab } = await completing({ between: campaignsCalled(...names), atEnd: () => undefined });
          const lines = await tab('campaigns');
          expect(lines.length).toBe(names.length);
          for (const line of lines)
            expect(line).toMatch(/^[^\t\p{Cc}\p{Zl}\p{Zp}]+\t[^\t\p{Cc}\p{Zl}\p{Zp}]*$/u);
        },
      ),
      { numRuns: runs(15) },
    );
  });

  it('are 500 at most, and first those that begin with what was typed', async () => {
    const names = Array.from({ length: 700 }, (_, at) => `Campaign ${at}`);
    const { tab } = await completing({ between: campaignsCalled(...names) });
    expect(await tab('campaigns')).toHaveLength(500);
    expect((await tab('campaigns', { current: 'campaign 69' })).slice(0, 2)).toEqual([
      'Campaign 69\t70 · draft',
      'Campaign 690\t691 · draft',
    ]);
  });

  it('name no person: a draft by its id and time, and no address of a webhook', async () => {
    const { world, tab } = await completing({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        const draft = {
          id: 5,
          leadId: 9,
          to: ['ana@lumen.example'],
          subject: 'Hi Ana',
          createdAt: '2026-03-01T08:00:00Z',
        };
        if (request.path !== '/reply-drafts') return answer;
        return {
          ...answer,
          body: JSON.stringify({ drafts: [draft], page: 1, limit: 200, total: 1, hasMore: false }),
        };
      },
    });
    expect(await tab('drafts')).toEqual(['5\tcreated 2026-03-01T08:00:00Z']);
    await world.outreach([
      'webhooks',
      'create',
      '--type=EmailReply',
      '--url',
      'http://127.0.0.1:3000/s3cret',
      '--name',
      'crm',
    ]);
    expect(await tab('webhooks')).toEqual([expect.stringMatching(/^\d+\tcrm · EmailReply/)]);
    expect(stored(world)).not.toMatch(/ana|s3cret/i);
  });

  it.each([
    ['seniorities', 'VP'],
    ['companySizes', '11-50'],
    ['continents', 'Europe'],
  ])('are the values of a filter: %s', async (kind, value) => {
    const { tab, started } = await completing();
    expect(await tab(kind)).toContain(`${value}\t`);
    expect(await tab('revenue')).not.toContain(`${value}\t`);
    expect(started).toHaveLength(1);
  });

  it.each(['senders', 'icps', 'runs', 'orders', 'imports', 'jobs', 'workspaces'])(
    'of the kind %s can be read',
    async (kind) => {
      const { world, tab } = await completing();
      await tab(kind);
      expect(stored(world)).toMatch(new RegExp(`^${kind}\\.json`));
    },
  );

  it('are for their owner alone on the disk', async () => {
    const { world, tab } = await completing();
    await tab('campaigns');
    const [account = ''] = readdirSync(namesFolder(world));
    expect(account).toMatch(/^in-process-[0-9a-f]{40}$/);
    const modes = [
      namesFolder(world),
      join(namesFolder(world), account),
      join(namesFolder(world), account, 'campaigns.json'),
    ];
    expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
  });
});

describe('calls for names', () => {
  it.each([
    ['under CI', { CI: '1' }],
    ['with OUTREACH_NO_COMPLETION_CALLS', { OUTREACH_NO_COMPLETION_CALLS: '1' }],
  ])('are not made %s, and what is remembered is given', async (_, env) => {
    const { world, tab, started } = await completing();
    const sandbox = { profile: 'sandbox' };
    expect(await tab('campaigns', { ...sandbox, env })).toEqual([]);
    expect(started).toEqual([]);
    await world.outreach(['campaigns', 'create', 'Autumn']);
    await tab('campaigns', sandbox);
    world.clock.advance(100_000);
    expect(await tab('campaigns', { ...sandbox, env })).toEqual(['Autumn\t1 · draft']);
    expect(started).toHaveLength(1);
  });

  it.each([
    ['a profile without a key', { OUTREACH_PROFILE: 'prod' }],
    ['a profile that is not there', { OUTREACH_PROFILE: 'nowhere' }],
    ['a malformed key', { OUTREACH_API_KEY: 'x', OUTREACH_BASE_URL: 'https://api.example.com/r' }],
    ['the sandbox where a live target is demanded', { OUTREACH_REQUIRE_LIVE: '1' }],
  ])('are not made for %s', async (_, env) => {
    const { world, tab, started } = await completing();
    await world.outreach(['profiles', 'set', 'prod', '--base-url', 'https://api.example.com/r']);
    expect(await tab('campaigns', { env })).toEqual([]);
    expect(started).toEqual([]);
  });

  it('are not made where the key is in the keychain, which may open a window', async () => {
    const { world, tab, started } = await completing();
    await world.outreach(['profiles', 'set', 'prod', '--base-url', 'https://api.example.com/r']);
    const saved = {
      storage: 'keychain',
      origin: 'https://api.example.com',
      entry: digest('entry'),
      shown: 'run_abcdefgh_…6789',
      fingerprint: digest(key),
      account: digest('https://api.example.com', key),
    };
    writeFileSync(join(world.home, 'keys.json'), JSON.stringify({ keys: { prod: saved } }), { mode: 0o600 });
    const env = { OUTREACH_PROFILE: 'prod', OUTREACH_HOME: world.home };
    expect(await tab('campaigns', { env })).toEqual([]);
    expect(await tab('profiles', { env })).toEqual(
      expect.arrayContaining([expect.stringMatching(/^prod\t/)]),
    );
    expect(started).toEqual([]);
  });

  it('are not tried again at once where they fail', async () => {
    const { world, tab, started } = await completing({
      faults: [{ operation: 'campaigns.list', kind: 'status:500', phase: 'before', probability: 1 }],
    });
    expect(await tab('campaigns')).toEqual([]);
    expect(await tab('campaigns')).toEqual([]);
    expect(started).toHaveLength(1);
    world.clock.advance(130_000);
    await tab('campaigns');
    expect(started).toHaveLength(2);
  });

  it('go to the account of the line: its profile, or the key of the environment', async () => {
    const live = { OUTREACH_API_KEY: key, OUTREACH_BASE_URL: 'https://api.example.com/r' };
    const { world, tab, started } = await completing();
    await world.outreach(['campaigns', 'create', 'Rehearsed']);
    await tab('campaigns');
    expect(await tab('campaigns', { env: live })).toEqual([]);
    expect(started).toHaveLength(2);
    await world.outreach(['profiles', 'set', 'prod', '--base-url', 'https://api.example.com/r']);
    expect(await tab('campaigns', { profile: 'sandbox' })).toEqual(['Rehearsed\t1 · draft']);
    expect(await tab('campaigns', { profile: 'prod' })).toEqual([]);
  });
});

describe('what is remembered', () => {
  it('goes with the world of the sandbox', async () => {
    const { world, tab } = await completing();
    await world.outreach(['campaigns', 'create', 'Autumn']);
    await tab('campaigns');
    await world.outreach(['sandbox', 'reset', '--yes']);
    expect(readdirSync(namesFolder(world))).toEqual([]);
    expect(await tab('campaigns')).toEqual([]);
  });

  it.each([
    ['logout', ['logout', '--profile', 'prod']],
    ['profiles remove', ['profiles', 'remove', 'prod', '--yes']],
  ])('goes with %s', async (_, line) => {
    const { world, tab } = await completing({ network: answering });
    const login = ['login', '--profile', 'prod', '--base-url', 'https://api.example.com/r', '--key-stdin'];
    expect(await world.outreach(login, { stdin: key })).toMatchObject({ exit: 0 });
    expect(await tab('campaigns', { profile: 'prod' })).toEqual(['Autumn\t1 · draft']);
    expect(stored(world)).toContain('Autumn');
    expect(await world.outreach(line)).toMatchObject({ exit: 0 });
    expect(readdirSync(namesFolder(world))).toEqual([]);
  });

  it('is not stored where Tab was pressed while the key was about to go', async () => {
    const leave = command({
      ...{ name: 'leave', summary: 'Leave', uses: [], tool: { never: 'changes profiles' }, local: true },
      ...{ answer: object({ left: boolean() }), args: {}, examples: [], view: () => text('') },
      async run(context) {
        const saved = context.files.profiles.key('prod');
        await forgetAccount(context, existing(context.files.profiles, 'prod'), saved, async () => {
          await tab('campaigns', { profile: 'prod' });
          expect(readdirSync(namesFolder(world))).toHaveLength(1);
          await context.files.profiles.forgetKey('prod');
        });
        return { left: true };
      },
    });
    const entry = { name: 'leave', summary: 'Leave', section: '', load: async () => leave };
    const { world, tab } = await completing({ network: answering, commands: [...commands, entry] });
    const login = ['login', '--profile', 'prod', '--base-url', 'https://api.example.com/r', '--key-stdin'];
    await world.outreach(login, { stdin: key });
    expect(await world.outreach('leave')).toMatchObject({ exit: 0 });
    expect(stored(world)).toBe('');
  });

  it('holds no name that is longer than one that can be offered', async () => {
    const { world, tab } = await completing({
      between: campaignsCalled('Ü'.repeat(20_000), 'U'.repeat(200)),
    });
    expect(await tab('campaigns')).toEqual([
      expect.stringMatching(/^1\tÜ{70,80}/),
      expect.stringMatching(/^U{200}\t2 /),
    ]);
    expect(stored(world).length).toBeLessThan(600);
  });

  it('goes where a person is forgotten, and is not stored by a reading that began before', async () => {
    const { world, tab } = await completing();
    await world.outreach(['leads', 'add', 'ana@lumen.example']);
    await world.outreach(['campaigns', 'create', 'For ana@lumen.example']);
    await tab('campaigns');
    expect(stored(world)).toContain('ana@lumen.example');
    await world.outreach(['leads', 'forget', 'ana@lumen.example', '--dry-run']);
    expect(stored(world)).toContain('ana@lumen.example');
    expect(await world.outreach(['leads', 'forget', 'ana@lumen.example', '--yes'])).toMatchObject({
      exit: 0,
    });
    expect(stored(world)).toBe('');
    await world.outreach(['__remember', 'campaigns', 'a-claim-from-before']);
    expect(stored(world)).toBe('');
  });

  it.each([
    ['is not JSON', (file: string) => writeFileSync(file, '{', { mode: 0o600 })],
    ['is of another form', (file: string) => writeFileSync(file, '{"at":1,"items":[[1]]}', { mode: 0o600 })],
    ['leads elsewhere', (file: string) => symlinkSync('/etc/passwd', file)],
    ['is a folder', (file: string) => mkdirSync(file)],
  ])('is read anew where its file %s', async (_, spoil) => {
    const { world, tab } = await completing();
    await world.outreach(['campaigns', 'create', 'Autumn']);
    await tab('senders');
    const [account = ''] = readdirSync(namesFolder(world));
    spoil(join(namesFolder(world), account, 'campaigns.json'));
    const found = await tab('campaigns');
    expect(found.length === 0 || found[0] === 'Autumn\t1 · draft').toBe(true);
  });
});

const answering: NonNullable<WorldOptions['network']> = async ({ path }) => {
  const items = path === '/campaigns' ? [{ id: 1, name: 'Autumn', status: 'draft' }] : [];
  const body = { leads: [], campaigns: items, total: items.length, page: 1, limit: 200, hasMore: false };
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  } as never;
};

describe('names of this machine', () => {
  it('are profiles, with what they are', async () => {
    const { world, tab, started } = await completing();
    await world.outreach([
      'profiles',
      'set',
      'prod',
      '--base-url',
      'https://api.example.com/r',
      '--workspace',
      'Lumen',
    ]);
    expect(await tab('profiles')).toEqual(['sandbox\tbuilt in', 'prod\tLumen']);
    expect(await tab('savedProfiles')).toEqual(['prod\tLumen']);
    expect(started).toEqual([]);
  });

  it('are snapshots, and nothing where none was saved', async () => {
    const { world, tab } = await completing();
    expect(await tab('snapshots')).toEqual([]);
    mkdirSync(join(world.home, 'sandbox', 'snapshots'), { recursive: true });
    for (const name of ['monday.db', '.tuesday.saving', 'x\u001b[2J.db'])
      writeFileSync(join(world.home, 'sandbox', 'snapshots', name), '');
    expect(await tab('snapshots')).toEqual([
      expect.stringMatching(/^monday\tsaved \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
    ]);
  });

  it('are countries and zones', async () => {
    const { tab } = await completing();
    expect(await tab('countries')).toContain('Germany\tDE');
    expect(await tab('zones')).toEqual(expect.arrayContaining(['UTC\t', 'Europe/Lisbon\t']));
  });

  it('are nothing where there is no text of the build, and for what is no kind', async () => {
    const { tab } = await completing();
    for (const of of ['fields', 'leads', 'constructor', '']) expect(await tab(of)).toEqual([]);
  });
});

describe('places of names', async () => {
  const real = await loadTree(tree);
  const offers = offersOf(real);
  /** Records that have no names on offer, by the words that a summary has for them. */
  const without =
    /\b(?:lead|reply|email|draft's|entry|entries|call|journal|budget|approval|fault|people|person|space)\b|its code|path of an operation/;

  it('are all that name a record by its id', () => {
    const silent = leavesOf(real.commands).flatMap(({ path, arguments: args, options }) =>
      [...args, ...options]
        .filter(
          ({ summary, type }: TreeParam) =>
            /\bids?\b|exact name/.test(summary) && ['text', 'integer'].includes(type),
        )
        .filter(({ names, summary }) => names === undefined && !without.test(summary))
        .map(({ name, summary }) => `${path} ${name}: ${summary}`),
    );
    expect(silent).toEqual([]);
  });

  it.each([
    ['campaign', 'campaigns'],
    ['sender', 'senders'],
    ['profile', 'profiles'],
    ['fields', 'fields'],
    ['seniority', 'seniorities'],
    ['industry', 'industries'],
    ['size', 'companySizes'],
    ['timezone', 'zones'],
    ['country', 'countries'],
  ])('are all that are called %s', (name, of) => {
    const params = [
      ...real.options,
      ...leavesOf(real.commands).flatMap(({ arguments: args, options }) => [...args, ...options]),
    ].filter((param) => param.name.replace('--', '') === name && param.type !== 'file');
    expect(params.length).toBeGreaterThan(0);
    expect([...new Set(params.map(({ names }) => names))]).toEqual([of]);
  });

  it('are lists only where no word holds a comma', () => {
    const places = [
      ...offers.everywhere.flatMap(({ value }) => value ?? []),
      ...offers.spots.flatMap(({ options, places }) => [
        ...options.flatMap(({ value }) => value ?? []),
        ...places,
      ]),
    ];
    const lists = places.flatMap((place) => (place.of !== '' && place.many ? place.of : []));
    expect([...new Set(lists)].sort()).toEqual(['countries', 'fields', 'senders']);
  });

  it('and days of the week, which the scripts know', () => {
    const spot = offers.spots.find(({ path }) => path === 'campaigns schedule');
    const days = spot?.options.find(({ names }) => names.includes('--days'))?.value;
    expect(days).toMatchObject({
      kind: 'words',
      many: true,
      words: expect.arrayContaining([{ text: 'mon-fri', about: '' }]),
    });
  });

  it('say nothing of the words behind them', () => {
    expect(JSON.stringify(real)).not.toMatch(/__names|__remember/);
  });
});
