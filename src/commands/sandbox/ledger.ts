import { counted, firstOf } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { listOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import { effectOf } from '../../contract/consent.ts';
import * as s from '../../contract/schema/schema.ts';
import type { LedgerItem } from '../../sandbox/tools/ledger.ts';
import { openSandbox, pageOf, pagingOf } from './open-sandbox.ts';

export const ledger = command({
  name: 'ledger',
  summary: 'List every charge, debit, order and email in the sandbox, with its request',
  about: `Lists requests that did something irreversible, newest first, even if the client got an error. Later costs, such as the credits of an import, are added to the line of its request. Each email is a line with the operation email.sent and the request that caused it. At a terminal, emails are left out; --operation email.sent lists them.

--assert-once looks for identical requests in the same workspace that were made within the time given by --within, even if their Idempotency-Keys differ. It also looks for a campaign step that was sent twice to the same lead. \`repeats\` in the JSON lists what it finds.`,
  uses: [],
  tool: 'read',
  answer: listOf(
    s.object({
      id: s.either(s.string(), s.id()),
      operation: s.string(),
      effect: s.string(),
      credits: s.integer(),
      usd: s.number(),
      at: s.string(),
      request: s.fromOthers(s.map(s.unknown())),
      cause: s.integer(),
      email: s.object({
        campaignId: s.id(),
        leadId: s.id(),
        step: s.integer(),
        recipient: s.fromOthers(s.string()),
      }),
    }),
    {
      repeats: s.array(
        s.object({
          ...s.each(['operation', 'first', 'last'], s.string()),
          ids: s.array(s.either(s.string(), s.id())),
          request: s.fromOthers(s.map(s.unknown())),
        }),
      ),
    },
  ),
  local: true,
  fails: ['ended-badly'],
  args: {
    operation: opt.text('only this operation, or several with *: credits.purchase, email.sent', {
      hint: 'operation',
    }),
    ...pagingOf('lines'),
    assertOnce: opt.flag('exit with code 16 if something was probably repeated by mistake'),
    within: opt.duration(
      'with --assert-once: treat identical requests as a mistake if at most this much sandbox time lies between them (default 1h)',
      { min: 0 },
    ),
  },
  examples: [
    'outreach sandbox ledger',
    'outreach sandbox ledger --operation credits.purchase --json',
    'outreach sandbox ledger --assert-once',
    'outreach sandbox ledger --assert-once --within 1d --json',
  ],
  async run(context, { operation, assertOnce, within = hour, ...values }) {
    if (operation !== undefined) await checkOperation(operation);
    const [{ sandbox }, { ledgerPage }, tools] = await Promise.all([
      openSandbox(context),
      import('../../sandbox/tools/ledger.ts'),
      import('../../sandbox/tools/ledger-repeats.ts'),
    ]);
    const { wanted, around } = pageOf(values);
    const callsOnly = context.screen.isForPeople && operation === undefined;
    const found = ledgerPage(sandbox.state, { operation, callsOnly, ...wanted });
    if (callsOnly) context.screen.note('Without emails. To list them: --operation email.sent');
    const shown = around(found.items, found.total);
    if (!assertOnce) return shown;
    const repeats = tools.repeatsOf(sandbox.state, within);
    const result = { ...shown, repeats };
    const [first] = repeats;
    if (first === undefined) return result;
    const what = repeats.length === 1 ? 'One thing' : counted(repeats.length, 'thing');
    const times = `${counted(first.ids.length, 'time')} (${firstOf(first.ids.map(String), 5)})`;
    throw new Failure('not_once', `${what} happened more than once: ${first.operation}, ${times}`, {
      result,
      hint: 'If both requests were intended, use a shorter --within',
    });
  },
  view: (found) =>
    stack(
      table(
        found.items,
        [
          ['Id', 'id', 'id'],
          ['When', 'at', 'time', 2],
          ['Operation', 'operation', 'text', 1],
          ['Credits', ({ credits }) => credits || undefined, 'number', 2],
          ['Dollars', ({ usd }) => usd || undefined, 'money', 2],
          ['What', what, 'prose', 4],
        ],
        'Nothing irreversible has happened yet.',
      ),
      ...('repeats' in found && Array.isArray(found.repeats) && found.repeats.length === 0
        ? [text('Nothing happened twice.')]
        : []),
    ),
});

const hour = 3_600_000;

/** An email by what it is, a call by what was asked. */
function what({ email, request }: LedgerItem): string {
  if (!email) return wordsOf(request).join(', ');
  const { recipient, campaignId, step } = email;
  return campaignId === null ? `to ${recipient}` : `step ${step} of campaign ${campaignId} to ${recipient}`;
}

/** `credits 2000`, `filters countries Germany`. */
function wordsOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return [`${name} ${value.flatMap((item) => wordsOf(item)).join(' ')}`];
  if (typeof value !== 'object' || value === null) return [`${name} ${value}`.trim()];
  return Object.entries(value).flatMap(([key, inner]) =>
    wordsOf(inner, key === 'body' ? name : `${name} ${key}`.trim()),
  );
}

async function checkOperation(operation: string): Promise<void> {
  if (operation.includes('*')) return;
  const [{ operations }, { emailSent }, { topUpKind }] = await Promise.all([
    import('../../contract/index.ts'),
    import('../../sandbox/tools/ledger.ts'),
    import('../../sandbox/world/imports/saved-searches.ts'),
  ]);
  const calls = operations.filter((operation) => effectOf(operation) !== 'none');
  const names = [...calls.map(({ id }) => id), topUpKind, emailSent];
  if (names.includes(operation)) return;
  const meant = closest(operation, names);
  throw new Failure('invalid_operation', `The ledger has no operation '${operation}'`, {
    hint: meant === undefined ? `There are ${names.join(', ')}.` : `Did you mean '${meant}'?`,
  });
}
