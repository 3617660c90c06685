import { describe, expect, it } from 'vitest';
import { canonical } from '../../src/client/response/canonical.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { envelopes, open, payloadOf, strange } from './envelopes.ts';
import { breaches, commands, liveWorld } from './live.ts';
import type { Reply } from './service.ts';
import { modesOf } from './slice.ts';

/** Answers whose envelope the spec does not show, in every envelope that a service could put them in. */

const json = (body: unknown): Reply => ({ body: JSON.stringify(body) });
/**
 * `api` has tests of its own; `doctor` asks for guessed paths with `--routes` alone; the others write into a folder what
 * they have seen, so that the same line does something else the next time.
 */
const exempt = ['api', 'doctor', 'campaigns apply', 'campaigns pull'];
/** It says in its answer what is not known; health adds nothing where the settings show the minimum. */
const why = { path: 'campaigns why', adds: 'campaigns.health' };
const usersOf = (id: string) =>
  commands.filter(({ operations, path }) => !exempt.includes(path) && operations.includes(id));
const ours = ({ answer }: AnyOperation, payload: unknown) =>
  answer.holds?.under === undefined ? payload : { [answer.holds.under]: payload };

describe.each(open)('$id', (operation) => {
  const users = usersOf(operation.id);

  it('is read by a command', () => expect(users.length).toBeGreaterThan(0));

  it.each(users)(
    'shows the same in outreach $path whatever the envelope',
    { tags: 'slow' },
    async ({ path, words }) => {
      const { world, service } = await liveWorld();
      const line = `${path} ${words} --json`;
      const reported = async (body: unknown) => {
        world.forgetCalls();
        service.play((id) => (id === operation.id ? json(body) : undefined));
        const run = await world.outreach(line);
        expect([run.exit, breaches(run)]).toEqual([0, []]);
        expect(run.err).toBe('');
        const shown = run.json();
        // What the wrapper says is shown as the answer's own, where it may have such a field.
        // A comparison counts how often it was looked at.
        for (const name of ['message', 'total', 'looks']) delete shown[name];
        // Only a list with counts beside it tells how long the whole of it is.
        return Array.isArray(shown.items) ? shown.items : shown;
      };
      const first = await reported(ours(operation, payloadOf(operation)));
      // It says what it writes: afterwards nothing more, if what it reads is the same.
      const expected =
        path === 'campaigns pull' ? await reported(ours(operation, payloadOf(operation))) : first;
      for (const [name, wrap] of modesOf(envelopes, open.indexOf(operation), 6))
        expect([name, await reported(wrap(operation))]).toEqual([name, expected]);
    },
  );

  it('is taken apart once: the canonical shape stays as it is', () => {
    for (const [, wrap] of envelopes) {
      const once = canonical(operation, wrap(operation));
      expect(canonical(operation, once?.value)).toEqual(once);
    }
  });
});

const reads = open.filter(({ kind }) => kind === 'read');

describe.each(reads)('$id in a shape that is not known', (operation) => {
  it.each(usersOf(operation.id))('stops no outreach $path', async ({ path, words, main }) => {
    const { world, service } = await liveWorld();
    const line = `${path} ${words} --json`;
    for (const [name, body] of modesOf(strange, reads.indexOf(operation), 6)) {
      world.forgetCalls();
      service.play((id) => (id === operation.id ? json(body) : undefined));
      const run = await world.outreach(line);
      const seen = service.seen.includes(operation.id);
      // What is handed to a person as whole says that it is not: a list without fields is read as an empty one.
      const exits = path === 'leads export-subject' ? [0, 15] : [0];
      expect(exits).toContain(run.exit);
      expect([name, breaches(run)]).toEqual([name, []]);
      if (!seen) continue;
      // A list in which no field has to be there is read whatever its items hold.
      if (Array.isArray(body) && canonical(operation, body) !== undefined) continue;
      if (path !== why.path)
        expect(run.err).toMatch(/^\{"warning":".*(shown as it came|left out|is shown instead|not known)/);
      else if (operation.id !== why.adds) expect(run.out).toContain(`profiles route ${operation.id} `);
      if (main === operation.id) expect([name, shownIn(run.json())]).toEqual([name, body]);
    }
  });
});

const unshown = open.filter(({ kind, answer }) => kind === 'write' && answer.shown === 'nothing');

describe.each(unshown)('$id, whose answer the spec does not show,', (operation) => {
  it.each(usersOf(operation.id).filter(({ main }) => main === operation.id))(
    'is done in outreach $path whatever record came',
    async ({ path, words }) => {
      // A key that is nowhere in the answer is a failure of its own.
      if (operation.id === 'workspaces.createKey') return;
      const { world, service } = await liveWorld();
      const body = { weird: { nothing: true }, message: 7 };
      service.play((id) => (id === operation.id ? json(body) : undefined));
      const run = await world.outreach(`${path} ${words} --json`);
      expect([run.exit, breaches(run)]).toEqual([0, []]);
      // What the command knows by itself, or reads again, is shown instead.
      if (!knowsBetter.includes(operation.id)) {
        expect(run.json()).toEqual(body);
        expect(run.err).toContain('shown as it came');
      }
    },
  );
});

const knowsBetter = ['drafts.update', 'blocklist.update'];

it.each(['sequence show 1 --out', 'preview 1 --html'])(
  'does not take an answer that cannot be read for a file that is written: campaigns %s',
  async (words) => {
    const { world, service } = await liveWorld();
    service.play((id) => (id === 'campaigns.sequence' ? json({ weird: {} }) : undefined));
    const run = await world.outreach(`campaigns ${words} written.txt --json`);
    expect([run.exit, run.out, breaches(run)]).toEqual([11, '', []]);
    expect(run.err).toContain('profiles route campaigns.sequence');
  },
);

it('says that a preview lacks the signature of a mailbox that cannot be read', async () => {
  const { world, service } = await liveWorld();
  service.play((id) => (id === 'senders.get' ? json([1]) : undefined));
  const run = await world.outreach('campaigns preview 1 --json');
  expect([run.exit, breaches(run)]).toEqual([0, []]);
  expect(run.err).toContain('left out');
});

describe('--fields of an answer in a shape that is not known', () => {
  it.each([
    ['campaigns.get', 'campaigns get 1', { campaign: { id: '1', name: 'Autumn' } }, 'campaign.name'],
    ['campaigns.sequence', 'campaigns sequence show 1', { mails: [{ text: 'Hi' }] }, 'mails'],
    ['workspaces.list', 'workspaces list', { workspaces: [{ id: '1', name: 'Main' }] }, 'name'],
  ])('ends with 2 for a name that is not in it, once it is there: %s', async (id, line, body, inIt) => {
    const { world, service } = await liveWorld();
    service.play((called) => (called === id ? json(body) : undefined));
    for (const form of ['--json', '--csv', '--ndjson', '']) {
      const wrong = await world.outreach(`${line} --fields nope ${form}`);
      expect([form, wrong.exit, wrong.out]).toEqual([form, 2, '']);
      expect((await world.outreach(`${line} --fields ${inIt} ${form}`)).exit).toBe(0);
    }
  });

  it('loses nothing of what a change answered', async () => {
    const { world, service } = await liveWorld();
    const body = { space: { number: 7 } };
    service.play((id) => (id === 'workspaces.create' ? json(body) : undefined));
    const { exit, err, json: shown } = await world.outreach('workspaces create Client --json --fields id');
    expect([exit, shown()]).toEqual([0, body]);
    expect(err).toContain('It does not have all of --fields');
  });
});

describe('a list in its place, in which an item is of another kind,', () => {
  const body = {
    workspaces: [
      { id: 1, name: 'Main' },
      { id: '2', name: 'Client' },
    ],
    total: 2,
  };

  it.each([
    ['--json', '"total":2'],
    ['--ndjson', '{"id":"2","name":"Client"}\n'],
    ['--csv', '"2","Client"\r\n'],
    ['', '2\tClient\n'],
  ])('stays a list with %s', async (form, row) => {
    const { world, service } = await liveWorld();
    service.play((id) => (id === 'workspaces.list' ? json(body) : undefined));
    const run = await world.outreach(`workspaces list ${form}`);
    expect([run.exit, run.out]).toEqual([0, expect.stringContaining(row)]);
    expect(run.err).toContain('workspaces.1.id must be an id');
    if (form === '--json')
      expect(run.json()).toEqual({ items: body.workspaces, total: 2, page: 1, limit: 2, hasMore: false });
  });
});

it('shows a schedule that cannot be read as it came', async () => {
  const { world, service } = await liveWorld();
  for (const body of [{ days: [1, 2] }, ['mon'], 'mon-fri', null]) {
    service.play((id) => (id === 'campaigns.getSchedule' ? json(body) : undefined));
    const run = await world.outreach('campaigns schedule 1 --json');
    expect([run.exit, shownIn(run.json())]).toEqual([0, body]);
    expect(run.err).toContain('profiles route campaigns.getSchedule');
  }
});

/** A list is always shown as one. */
const shownIn = (document: unknown): unknown =>
  document !== null && typeof document === 'object' && 'hasMore' in document && 'items' in document
    ? document.items
    : document;

describe('outreach api', () => {
  it.each(reads)('shows of $id exactly what came', async (operation) => {
    const { world, service } = await liveWorld();
    const { route } = operation;
    const bodies = [...envelopes.map(([, wrap]) => wrap(operation)), ...strange.map(([, body]) => body)];
    for (const body of modesOf(bodies, reads.indexOf(operation), 8)) {
      service.play(() => json(body));
      const run = await world.outreach(`api ${route.method} ${route.path.replaceAll(':id', '1')} --json`);
      expect([run.exit, JSON.parse(run.out)]).toEqual([0, body]);
    }
  });

  it('shows an answer that the spec has otherwise, too', async () => {
    const { world, service } = await liveWorld();
    service.play(() => json({ people: [] }));
    const [raw, listed] = [await world.outreach('api GET /leads'), await world.outreach('leads list')];
    expect([raw.exit, JSON.parse(raw.out)]).toEqual([0, { people: [] }]);
    expect(listed.exit).toBe(11);
  });
});

describe('the launch checks, where a list is not there or cannot be read,', () => {
  const ways: readonly Reply[] = [{ status: 404, body: '404 page not found' }, { body: '[1, 2]' }];
  it.each([
    ['blocklist.list', ['blocklisted'], true],
    ['replies.list', ['said-no', 'replied-before'], null],
  ])('know nothing of the rules of %s, and let a start go on', async (list, unknown, passed) => {
    for (const reply of ways) {
      const { world, service } = await liveWorld();
      service.play((id) => (id === list ? reply : undefined));
      const check = await world.outreach('campaigns check 1 --json');
      const rules = check.json().unknown.map(({ rule }: { rule: string }) => rule);
      expect([check.exit, check.json().passed, rules]).toEqual([0, passed, expect.arrayContaining(unknown)]);
      // The first start is on the pass of this check, the second one looks at all.
      for (const line of ['campaigns resume 1 --yes', 'campaigns resume 1 --yes --again --fresh']) {
        const run = await world.outreach(line);
        expect(run.exit).toBe(0);
        expect(run.err.includes('Not checked, said-no')).toBe(passed === null);
      }
    }
  });

  it('say in a pipe which blocking rules are not known, with the line that sets the path', async () => {
    const { world, service } = await liveWorld();
    const gone = ['campaigns.get', 'campaigns.health'];
    service.play((id) => (gone.includes(id) ? { status: 404, body: '404 page not found' } : undefined));
    const { exit, err } = await world.outreach('campaigns check 1');
    expect(exit).toBe(0);
    expect(err).toMatch(/Not checked, all-held-back: .*Its path is a guess \(campaigns\.health\)/);
    expect(err).toMatch(/^Warning: Could not read .*outreach profiles route campaigns\.health "/m);
  });
});

describe('outreach campaigns resume', () => {
  const reads = ['campaigns.get', 'campaigns.sequence', 'campaigns.getSchedule', 'campaigns.health'] as const;
  const wraps = envelopes.filter(([name]) => name !== 'nested');
  const ways = [
    ...wraps.map(([name, wrap]) => ({
      name,
      known: true,
      reply: (id: string) => json(wrap(operationOf(id))),
    })),
    { name: 'other fields', known: false, reply: () => json({ weird: {} }) },
    { name: '404', known: false, reply: () => ({ status: 404, body: '404 page not found' }) },
    { name: 'a web page', known: false, reply: () => ({ body: '<!DOCTYPE html><html></html>' }) },
  ];
  const lines = ['Daily limit', 'Sequence', 'Schedule'] as const;
  // The fourth need not be combined with every other two: each pair of ways comes up.
  const combinations = ways.flatMap((second, at) =>
    ways.map((third, below) => [second, third, ways[(at + below) % ways.length] ?? third]),
  );

  it.each(ways)(
    'starts the campaign once where its record comes $name, in all combinations',
    async (first) => {
      const { world, service } = await liveWorld();
      for (const others of modesOf(combinations, ways.indexOf(first), 16)) {
        const chosen = [first, ...others];
        world.forgetCalls();
        service.play((id) => {
          const way = chosen[reads.indexOf(id as (typeof reads)[number])];
          return way?.reply(id);
        });
        const run = await world.outreach('campaigns resume 1 --yes --json');
        const name = chosen.map((way) => way.name).join(', ');
        expect([name, run.exit, breaches(run)]).toEqual([name, 0, []]);
        expect([name, service.seen.filter((id) => id === 'campaigns.resume').length]).toEqual([name, 1]);
        const warnings = run.err.split('\n').filter((line) => line.includes('left out'));
        // All guesses that the service does not have are one warning.
        const repeated = Math.max(0, chosen.filter((way) => way.name === '404').length - 1);
        const unknown = chosen.filter(({ known }) => !known).length;
        expect([name, warnings.length]).toEqual([name, unknown - repeated]);
      }
    },
  );

  const failing: Reply = { status: 500, body: 'Internal Server Error' };

  it.each(reads)('starts the campaign where %s fails for good, and does not wait for it', async (read) => {
    const { world, service } = await liveWorld();
    service.play((id) => (id === read ? failing : undefined));
    const began = world.clock.now();
    const run = await world.outreach('campaigns resume 1 --yes --json');
    expect([run.exit, breaches(run)]).toEqual([0, []]);
    expect(service.seen.filter((id) => id === 'campaigns.resume')).toHaveLength(1);
    expect(run.err.split('\n').filter((line) => line.includes('left out'))).toHaveLength(1);
    expect(world.clock.now() - began).toBeLessThan(10_000);
  });

  it.each(['campaigns.list', 'leads.list', 'senders.list'])('sends nothing where %s fails', async (read) => {
    const { world, service } = await liveWorld();
    service.play((id) => (id === read ? failing : undefined));
    expect((await world.outreach('campaigns resume 1 --yes --json')).exit).toBe(11);
    expect(service.seen).not.toContain('campaigns.resume');
  });

  it('shows the same facts whatever the envelope, and leaves out what it cannot read', {
    tags: 'slow',
  }, async () => {
    const factsOf = async (reply: (id: string) => Reply | undefined) => {
      const { world, service } = await liveWorld();
      service.play((id) => (reads.some((read) => read === id) ? reply(id) : undefined));
      await world.outreach('campaigns resume 1 --yes');
      const shown = await world.outreach('journal show 1');
      return lines
        .filter((line) => shown.out.includes(`${line}:`))
        .map((line) => shown.out.match(new RegExp(`${line}:[^"]*`))?.[0]);
    };
    const expected = await factsOf(() => undefined);
    expect(expected).toHaveLength(3);
    for (const { name, known, reply } of ways)
      expect([name, await factsOf(reply)]).toEqual([name, known ? expected : []]);
  });
});

const operationOf = (id: string) => open.find((operation) => operation.id === id) as AnyOperation;
