import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { type Method, WireFailure } from '../../src/contract/wire.ts';
import { openDatabase } from '../../src/local/database.ts';
import { addFaults, clearFaults } from '../../src/sandbox/faults/rules.ts';
import { callsOf } from '../../src/sandbox/tools/ledger.ts';
import { runs } from '../sweep/slice.ts';
import { testClock } from '../world.ts';
import { type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';

/** The calls whose effects the model knows by itself. */
type Call =
  | { readonly kind: 'buy'; readonly credits: number }
  | { readonly kind: 'add'; readonly people: readonly number[] }
  | { readonly kind: 'remove'; readonly person: number }
  | { readonly kind: 'order'; readonly key: string }
  | { readonly kind: 'import'; readonly count: number };

type Phase = 'before' | 'after' | 'late:2m';

type Command =
  | Call
  | { readonly kind: 'pass'; readonly minutes: number }
  | { readonly kind: 'fault'; readonly on: Call['kind']; readonly phase: Phase }
  | { readonly kind: 'clear' }
  | { readonly kind: 'reopen' };

const operationOf = {
  buy: 'credits.purchase',
  add: 'leads.upsert',
  remove: 'leads.delete',
  order: 'dfy.createOrder',
  import: 'finder.startImport',
} as const;

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('buy' as const), credits: fc.constantFrom(999, 1000, 2500) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      people: fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), person: fc.nat(7) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('order' as const), key: fc.constantFrom('first', 'second') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('import' as const), count: fc.integer({ min: 1, max: 30 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(1, 2, 5, 1440) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      on: fc.constantFrom('buy', 'add', 'remove', 'order', 'import'),
      phase: fc.constantFrom('before', 'after', 'late:2m'),
    }) as fc.Arbitrary<Command>,
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
);

const domains: Readonly<Record<string, string>> = { first: 'acme-mail.com', second: 'acme-post.com' };
const address = (person: number): string => `person${person}@lumen.example`;

/** What must be true of the sandbox, as far as one can say it in a few lines. */
class Model {
  now = 0;
  readonly bought: number[] = [];
  readonly leads = new Set<string>();
  readonly orders = new Set<string>();
  faults: { on: Call['kind']; phase: Phase }[] = [];
  late: { at: number; call: Call }[] = [];

  /** The fault that strikes this call: the oldest; all that were waiting for it have had their turn. */
  strike(call: Call): Phase | undefined {
    const [hit] = this.faults.filter(({ on }) => on === call.kind);
    this.faults = this.faults.filter(({ on }) => on !== call.kind);
    return hit?.phase;
  }

  /** The call as if it came now. */
  do(call: Call): void {
    if (call.kind === 'buy' && call.credits >= 1000) this.bought.push(call.credits);
    if (call.kind === 'add') for (const person of call.people) this.leads.add(address(person));
    if (call.kind === 'remove') this.leads.delete(address(call.person));
    if (call.kind === 'order') this.orders.add(call.key);
  }

  pass(minutes: number): void {
    this.now += minutes * 60_000;
    const due = this.late.filter(({ at }) => at <= this.now);
    this.late = this.late.filter(({ at }) => at > this.now);
    for (const { call } of due) this.do(call);
  }
}

function requestOf(
  call: Call,
  id: (person: number) => number,
): [Method, string, unknown?, Record<string, string>?] {
  switch (call.kind) {
    case 'buy':
      return ['POST', '/credits/purchase', { credits: call.credits }];
    case 'add':
      return ['POST', '/leads', { leads: call.people.map((person) => ({ email: address(person) })) }];
    case 'remove':
      return ['DELETE', `/leads/${id(call.person)}`];
    case 'order':
      return ['POST', '/dfy/orders', orderOf(domains[call.key] ?? ''), { 'idempotency-key': call.key }];
    case 'import':
      return [
        'POST',
        '/lead-finder/imports',
        { mode: 'first_n', count: call.count, campaignId: 1, filters: { companySizes: ['11-50'] } },
      ];
  }
}

const orderOf = (domainName: string) => ({
  domains: [{ domainName }],
  mailboxes: [{ domainName, firstName: 'Anna', lastName: 'Berg', username: 'anna' }],
});

async function follow(at: SandboxAtHand, model: Model, command: Command): Promise<SandboxAtHand> {
  switch (command.kind) {
    case 'pass':
      await at.open.advance(command.minutes * 60_000);
      model.pass(command.minutes);
      return at;
    case 'fault': {
      // By the time it happens, the id of the lead may be another person's.
      const phase = command.on === 'remove' && command.phase === 'late:2m' ? 'after' : command.phase;
      await addFaults(at.open.state, [{ operation: operationOf[command.on], kind: 'reset', phase, nth: 1 }]);
      model.faults.push({ on: command.on, phase });
      return at;
    }
    case 'clear':
      clearFaults(at.open.state);
      model.faults = [];
      return at;
    case 'reopen':
      return sandboxAtHand({ database: at.database, clock: at.clock });
    default:
      await make(at, model, command);
      return at;
  }
}

async function make(at: SandboxAtHand, model: Model, call: Call): Promise<void> {
  const known = at.rows<{ id: number; email: string }>('SELECT id, email FROM lead');
  const [method, path, body, headers] = requestOf(
    call,
    (person) => known.find(({ email }) => email === address(person))?.id ?? 999_999,
  );
  const phase = model.strike(call);
  const auth = { authorization: `Bearer ${sandboxKey}` };
  const answered = await at.call(method, path, body, { ...auth, ...headers }).catch((error) => {
    expect(error).toBeInstanceOf(WireFailure);
    return undefined;
  });
  expect([call, answered === undefined]).toEqual([call, phase !== undefined]);
  if (phase === 'late:2m') model.late.push({ at: model.now + 120_000, call });
  else if (phase !== 'before') model.do(call);
}

async function compare(at: SandboxAtHand, model: Model): Promise<void> {
  const { state } = at.open;
  const credits = (operation: string) =>
    callsOf(state, operation).map(({ request }) => (request as { body: { credits: number } }).body.credits);
  expect(credits('credits.purchase')).toEqual(model.bought);
  const usd = callsOf(state, 'credits.purchase').map((row) => row.usd);
  expect(usd).toEqual(model.bought.map((amount) => amount / 100));

  const spent = sum(at, 'SELECT coalesce(sum(credits_spent), 0) AS total FROM finder_import');
  const held = sum(at, 'SELECT coalesce(sum(amount), 0) AS total FROM credit_hold');
  const { balance, available } = (await at.call('GET', '/credits/balance')).json;
  expect(balance).toBe(5000 + model.bought.reduce((a, b) => a + b, 0) - spent);
  expect(available).toBe(balance - held);
  expect(balance).toBe(sum(at, 'SELECT sum(amount) AS total FROM credit_entry WHERE workspace_id = 1'));
  const imports = callsOf(state, 'finder.startImport');
  expect(imports.length).toBe(sum(at, 'SELECT count(*) AS total FROM finder_import'));
  expect(imports.reduce((total, row) => total + row.credits, 0)).toBe(spent);

  const leads = at
    .rows<{ email: string }>("SELECT email FROM lead WHERE origin = 'api'")
    .map(({ email }) => email);
  expect(leads.sort()).toEqual([...model.leads].sort());

  const orders = callsOf(state, 'dfy.createOrder');
  expect(orders.length).toBe(model.orders.size);
  expect(orders.every((row) => row.usd > 0)).toBe(true);
  expect(sum(at, 'SELECT count(*) AS total FROM dfy_order')).toBe(model.orders.size);
  expect(at.rows('SELECT * FROM failed_event')).toEqual([]);
}

const sum = (at: SandboxAtHand, sql: string): number => at.rows<{ total: number }>(sql)[0]?.total ?? 0;

it('the ledger, the credits, the leads and the orders are what a few lines say they must be', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
      const database = await openDatabase(':memory:');
      try {
        let at = await sandboxAtHand({ database, clock: testClock() });
        await at.call('POST', '/campaigns', { name: 'Autumn' });
        const model = new Model();
        for (const command of commands) {
          at = await follow(at, model, command);
          await compare(at, model);
        }
        at = await follow(at, model, { kind: 'pass', minutes: 3 * 1440 });
        await compare(at, model);
        expect(at.rows('SELECT * FROM credit_hold')).toEqual([]);
      } finally {
        database.close();
      }
    }),
    { numRuns: runs(30) },
  );
});
