import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { createGate } from '../../src/cli/consent/gate.ts';
import { DryRun } from '../../src/cli/declare/early-end.ts';
import type { Globals } from '../../src/cli/declare/globals.ts';
import type { Quote } from '../../src/cli/declare/quote.ts';
import { prepare } from '../../src/client/request/build-request.ts';
import { credits } from '../../src/contract/areas/credits.ts';
import { drafts } from '../../src/contract/areas/drafts.ts';
import { finder } from '../../src/contract/areas/finder.ts';
import { icps } from '../../src/contract/areas/icps.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import type { Transport } from '../../src/contract/wire.ts';
import { newWorld } from '../world.ts';

const call = { body: { credits: 2000 } };
const quoteOf = (spend: Quote['spend'], more: Partial<Quote> = {}) => ({
  spend,
  balance: 5000,
  facts: ['A fact'],
  ...more,
});

/** A gate of its own, with an answer to its question; `null` where no person can be asked. */
function gateOf(globals: Partial<Globals>, answer: boolean | null = null) {
  const said: string[] = [];
  const approve = createGate({
    globals: { yes: false, dryRun: false, ...globals } as Globals,
    settings: { profile: 'prod', target: 'live', workspace: 'Acme' },
    rates: async (unitUsd) =>
      typeof unitUsd?.credit === 'number'
        ? { credit: { usd: unitUsd.credit, from: 'as the service says', said: true } }
        : {},
    ask: {
      possible: answer !== null,
      agree: async (question, undone) => {
        said.push(question);
        if (!answer) throw new Failure('declined', `Cancelled. ${undone}`);
      },
    },
    prepare: (operation, input) =>
      prepare(operation, input, {
        baseUrl: 'https://api.example.com/r',
        key: sandboxKey,
        target: 'sandbox',
        version: '1',
      }),
    say: (line) => said.push(line),
  });
  return { approve, said };
}

const endOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'approved',
    (error: unknown) => error,
  );

describe('consent', () => {
  it('shows the facts, where it goes and the price, and asks with No as the default', async () => {
    const { approve, said } = gateOf({}, true);
    const approval = await approve(credits.purchase, call, () =>
      quoteOf({ credits: 2000, recipients: 3 }, { unitUsd: { credit: 0.01 } }),
    );
    expect(said).toEqual([
      'Buy credits with the saved card (LIVE, profile prod, workspace Acme)',
      'Buys 2,000 credits for at most $20.00 ($0.01 each), charged to the saved card now. Balance: 5,000 → 7,000.',
      'Emails 3 people.',
      'A fact',
      'Charge the saved card $20.00 or less for 2,000 credits and email 3 people?',
    ]);
    expect(() => approval.redeem(credits.purchase, call)).not.toThrow();
  });

  it('takes No for No, and says what did not happen', async () => {
    const { approve } = gateOf({}, false);
    const saidNo = async (end: Promise<unknown>) => {
      const failure = await endOf(end);
      expect(failure).toMatchObject({ kind: 'not-confirmed', code: 'declined' });
      return (failure as Failure).message;
    };
    expect(await saidNo(approve(credits.purchase, call, () => quoteOf({ credits: 1 })))).toBe(
      'Cancelled. Nothing was bought.',
    );
    const send = { params: { id: 1 } };
    expect(await saidNo(approve(drafts.send, send, () => quoteOf({ recipients: 1 })))).toBe(
      'Cancelled. Nothing was sent.',
    );
    const remove = approve(icps.delete, { params: { id: 1 } }, () => ({
      ...quoteOf({}),
      deletes: { what: 'profile 1' },
    }));
    expect(await saidNo(remove)).toBe('Cancelled. Nothing was changed.');
  });

  it.each([
    ['where nobody can answer', {}, null],
    ['where JSON is wanted, although somebody could', { json: true }, true],
    ['where NDJSON is wanted, although somebody could', { ndjson: true }, true],
  ] as const)('is refused %s, with the facts and the flag', async (_, globals, answer) => {
    const { approve, said } = gateOf(globals, answer);
    const failure = await endOf(approve(credits.purchase, call, () => quoteOf({ credits: 2000 })));
    expect(failure).toMatchObject({ kind: 'not-confirmed', code: 'confirmation_required', outcome: 'none' });
    expect((failure as Failure).hint).toContain('--yes');
    expect((failure as Failure).extra).toMatchObject({
      operation: 'credits.purchase',
      credits: 2000,
      needs: '--yes',
    });
    expect(said).toEqual([]);
  });

  it('checks the input before it asks', async () => {
    const { approve, said } = gateOf({}, true);
    const failure = await endOf(
      approve(credits.purchase, { body: { credits: 5 } }, () => quoteOf({ credits: 5 })),
    );
    expect(failure).toMatchObject({ kind: 'usage' });
    expect(said).toEqual([]);
  });

  it('ends a dry run before it asks, with what the question would show', async () => {
    const { approve, said } = gateOf({ dryRun: true, yes: true }, true);
    const end = await endOf(
      approve(credits.purchase, call, () => quoteOf({ credits: 2000 }, { unitUsd: { credit: 0.01 } })),
    );
    expect(end).toBeInstanceOf(DryRun);
    const { request, rehearsal } = end as DryRun;
    expect(request).toMatchObject({ method: 'POST', path: '/credits/purchase' });
    expect(rehearsal).toEqual({
      facts: [
        'Buy credits with the saved card (LIVE, profile prod, workspace Acme)',
        'Buys 2,000 credits for at most $20.00 ($0.01 each), charged to the saved card now. Balance: 5,000 → 7,000.',
        'A fact',
      ],
      price: { credits: 2000, usd: 20, recipients: 0, checks: null },
      refusal: undefined,
    });
    expect(said).toEqual([]);
  });

  it('says in a dry run why the facts could not be read, and ends as a run would', async () => {
    const { approve } = gateOf({ dryRun: true }, true);
    const unread = new Failure('not_found', 'there is no wallet');
    const end = await endOf(approve(credits.purchase, call, () => Promise.reject(unread)));
    expect((end as DryRun).rehearsal).toMatchObject({ price: null, refusal: unread });
    const stopped = new Failure('interrupted', 'Ctrl-C');
    expect(await endOf(approve(credits.purchase, call, () => Promise.reject(stopped)))).toBe(stopped);
  });
});

describe('ceilings', () => {
  const { purchase } = credits;
  const { startImport } = finder;
  const importing = { body: { campaignId: 1, mode: 'selected' as const, refs: ['a'] } };
  const inputs = new Map<AnyOperation, object>([
    [purchase, call],
    [startImport, importing],
  ]);

  const cent = { unitUsd: { credit: 0.01 } };
  const none = { credits: 0, checks: 0, recipients: 0 };
  const over = 'ceiling_exceeded';
  const unknown = 'price_unknown';

  it.each<[string, AnyOperation, Partial<Globals>, Quote, string]>([
    ['as much as allowed', purchase, { maxCredits: 2000 }, quoteOf({ credits: 2000 }), 'approved'],
    ['one more', purchase, { maxCredits: 1999 }, quoteOf({ credits: 2000 }), over],
    ['dollars that are not known', purchase, { maxUsd: 1000 }, quoteOf({ credits: 2000 }), unknown],
    ['dollars allowed', purchase, { maxUsd: 20 }, quoteOf({ credits: 2000 }, cent), 'approved'],
    ['a cent more', purchase, { maxUsd: 19.99 }, quoteOf({ credits: 2000 }, cent), over],
    ['nothing allowed, nothing spent', startImport, { maxCredits: 0, maxUsd: 0 }, quoteOf(none), 'approved'],
    ['credits that are not known', startImport, { maxCredits: 1000 }, quoteOf({}), unknown],
    ['credits that are no number', startImport, { maxCredits: 1000 }, quoteOf({ credits: NaN }), unknown],
    ['the worth of credits', startImport, { maxUsd: 0.49 }, quoteOf({ ...none, credits: 50 }, cent), over],
    ['and allowed', startImport, { maxUsd: 0.5 }, quoteOf({ ...none, credits: 50 }, cent), 'approved'],
    ['checks without a price', startImport, { maxUsd: 5 }, quoteOf({ ...none, checks: 2 }, cent), unknown],
    ['nothing known', startImport, { maxUsd: 5 }, quoteOf({}, { priceUnknown: true }), unknown],
    ['people allowed', startImport, { maxRecipients: 3 }, quoteOf({ recipients: 3 }), 'approved'],
    ['one person more', startImport, { maxRecipients: 2 }, quoteOf({ recipients: 3 }), over],
    ['people not known', startImport, { maxRecipients: 2 }, quoteOf({}), 'recipients_unknown'],
    ['nobody mailed by a purchase', purchase, { maxRecipients: 0 }, quoteOf({ credits: 1 }), 'approved'],
  ])('%s', async (_, operation, globals, quote, end) => {
    const { approve } = gateOf({ ...globals, yes: true });
    const ended = await endOf(approve(operation, inputs.get(operation) ?? {}, () => quote));
    if (end === 'approved') expect(ended).toBe(end);
    else expect(ended).toMatchObject({ kind: 'not-confirmed', code: end, outcome: 'none' });
  });

  it('come before the question', async () => {
    const { approve, said } = gateOf({ maxCredits: 1 }, true);
    await endOf(approve(purchase, call, () => quoteOf({ credits: 2000 })));
    expect(said).toEqual([]);
  });
});

describe('a quote that changes while somebody thinks', () => {
  const twice = (first: Quote['spend'], second: Quote['spend']) => {
    const quotes = [quoteOf(first), quoteOf(second)];
    return () => quotes.shift() ?? quoteOf(second);
  };

  it.each([
    ['credits', { credits: 100 }, { credits: 101 }],
    ['dollars', { usd: 10 }, { usd: 10.5 }],
    ['recipients', { recipients: 10 }, { recipients: 11 }],
    ['a price that was not there', {}, { credits: 5 }],
  ])('upwards ends it: %s', async (_, first, second) => {
    for (const gate of [gateOf({}, true), gateOf({ yes: true })])
      expect(await endOf(gate.approve(credits.purchase, call, twice(first, second)))).toMatchObject({
        kind: 'conflict',
        code: 'quote_changed',
        outcome: 'none',
      });
  });

  it('downwards is welcome', async () => {
    const { approve } = gateOf({ yes: true });
    expect(await endOf(approve(credits.purchase, call, twice({ credits: 100 }, { credits: 99 })))).toBe(
      'approved',
    );
  });

  it('over the ceiling ends it there', async () => {
    const { approve } = gateOf({ yes: true, maxCredits: 100 });
    const end = await endOf(approve(credits.purchase, call, twice({ credits: 100 }, { credits: 120 })));
    expect(end).toMatchObject({ kind: 'not-confirmed', code: 'ceiling_exceeded' });
  });
});

describe('the whole program', () => {
  const mutating = (requests: readonly string[]) => requests.filter((request) => !request.startsWith('GET '));

  it.each([
    ['credits buy 2000', undefined],
    ['credits buy 2000 --json', undefined],
    ['credits buy 2000 --no-input', undefined],
    ['credits buy 2000', 'yes\nyes\n'],
    ['credits buy 2000 --yes --max-credits 100', undefined],
    ['credits buy 2000 --yes --max-usd 19.99', undefined],
    ['api POST /credits/purchase --field credits=2000', undefined],
    ['api POST /no/such/thing', undefined],
  ])('sends nothing without consent: %s', async (line, stdin) => {
    const world = await newWorld({ env: { CI: '' } });
    const { exit, out } = await world.outreach(line, stdin === undefined ? {} : { stdin });
    expect({ exit, out }).toEqual({ exit: 3, out: '' });
    expect(mutating(world.requests)).toEqual([]);
  });

  it('does it once with --yes', async () => {
    const world = await newWorld();
    const { exit, json } = await world.outreach('credits buy 2000 --yes --json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ creditsPurchased: 2000 });
    expect(mutating(world.requests)).toEqual(['POST /credits/purchase']);
  });

  it('prints the request of a dry run with its facts, and only reads', async () => {
    const world = await newWorld();
    const { exit, out, json } = await world.outreach('credits buy 2000 --dry-run --json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      dryRun: true,
      method: 'POST',
      path: '/credits/purchase',
      body: { credits: 2000 },
      facts: [
        'Buy credits with the saved card (SANDBOX, profile sandbox)',
        'Buys 2,000 credits for at most $20.00 ($0.01 each), charged to the saved card now. Balance: 5,000 → 7,000.',
      ],
      price: { credits: 2000, usd: 20, recipients: 0, checks: null },
      wouldRefuse: null,
    });
    expect(out).not.toContain(sandboxKey.slice(-10));
    expect(mutating(world.requests)).toEqual([]);
  });

  it('prints the request of a write without effect, too', async () => {
    const world = await newWorld();
    const { exit, json } = await world.outreach('campaigns create Autumn --daily-limit 50 --dry-run --json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ method: 'POST', path: '/campaigns', effect: 'none' });
    expect(mutating(world.requests)).toEqual([]);
  });

  it('never pays a price that rose', async () => {
    let reads = 0;
    const dearer =
      (next: Transport): Transport =>
      async (request, signal) => {
        const answer = await next(request, signal);
        if (request.path !== '/lead-finder/filters') return answer;
        reads++;
        const body = JSON.parse(answer.body);
        return {
          ...answer,
          body: JSON.stringify({ ...body, creditsPerProspect: body.creditsPerProspect * reads }),
        };
      };
    const world = await newWorld({ between: dearer });
    await world.outreach('campaigns create Autumn');
    const line = 'finder import --campaign 1 --count 5 --job-title "Head of Sales" --country Germany --yes';
    const { exit, err } = await world.outreach(line);
    expect({ exit, reads }).toEqual({ exit: 7, reads: 2 });
    expect(err).toContain('The amount rose from 10 credits to 20 credits meanwhile');
    expect(world.requests).not.toContain('POST /lead-finder/imports');
  });
});
