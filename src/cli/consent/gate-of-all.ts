import { counted } from '../../base/counted.ts';
import { Approval, type Given } from '../../client/api/approval.ts';
import { refuseWrite } from '../../client/request/read-only.ts';
import { consentOf, isGuarded } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { DryRun, DryRunOfAll } from '../declare/early-end.ts';
import type { ApproveAll, Granted, SharedCall, SharedQuote } from '../declare/quote.ts';
import type { Priced } from '../spending/ceilings.ts';
import { capital } from '../spending/effects.ts';
import { priceOf } from '../spending/price.ts';
import { agreedTo, askedOf, type Deal, type Dealt, type GateParts } from './deal.ts';
import { rehearsalOf } from './rehearse.ts';

type Prepared = SharedCall & Dealt & { readonly request: WireRequest };

/** One question for several calls, none of which costs money (by their type). Otherwise as {@link createGate}. */
export const createGateOfAll =
  (parts: GateParts): ApproveAll =>
  async (calls, quote) => {
    // Each call ends its own part; what was not made, the command.
    for (const { operation } of calls) await parts.turn?.begin(operation);
    const prepared: Prepared[] = [];
    for (const call of calls) {
      const { operation, later } = call;
      const isSettled = isGuarded(operation) && consentOf(operation) !== 'never' && !later;
      prepared.push({ ...call, isSettled, request: await requestOf(parts, call) });
    }
    if (prepared.length === 0) throw new Error('nothing to ask about');
    const operation = together(prepared);
    const deal: Deal = {
      calls: prepared,
      areSeveral: true,
      operation,
      read: async () => {
        const { summary, ...shared } = await quote();
        const quoted = asQuote(shared);
        return { quote: quoted, price: priceOf(operation, quoted, {}), rates: {}, summary };
      },
      asks: (shown) => {
        const whole = { ...operation, summary: shown.summary ?? operation.summary };
        const asked = askedOf(parts, whole, questionOf(whole, shown), shown);
        const operations = [...new Set(prepared.map(({ operation }) => operation.id))];
        const required = asked.required.with({
          message: `${asked.required.message}: ${asked.question}`,
          extra: { ...asked.required.extra, operations, calls: prepared.length },
        });
        return { ...asked, required };
      },
    };
    if (parts.globals.dryRun) {
      const requests = prepared.map(
        ({ request, operation, truncated }) => new DryRun(request, operation, undefined, truncated),
      );
      throw new DryRunOfAll(requests, await rehearsalOf(parts, deal));
    }
    for (const { operation } of prepared) refuseWrite(parts.settings, operation);
    const { by } = await agreedTo(parts, deal);
    return calls.map((call) => grantedFor(call, by)) as never;
  };

/** The call that prices and names all of them where the gate takes one: the gravest, which emails people if any does. */
const together = (calls: readonly Prepared[]): AnyOperation =>
  (
    calls.find(({ operation }) => operation.effect === 'sends') ??
    calls.find(({ operation }) => operation.mails !== 'never') ??
    (calls[0] as Prepared)
  ).operation;

const asQuote = ({ recipients, exact, ...rest }: Omit<SharedQuote, 'summary'>): Priced['quote'] => ({
  ...rest,
  facts: [...rest.facts],
  spend: recipients === null ? {} : { recipients },
  ...(!exact && { atMost: true }),
});

function questionOf(operation: AnyOperation, { quote }: Priced): string {
  if (!quote.atMost) return `${quote.question}?`;
  const people = quote.spend.recipients ?? 0;
  const mail = people === 0 ? '' : ` and email up to ${counted(people, 'person', 'people')}`;
  return `${capital(quote.question ?? operation.summary)}${mail}?`;
}

/** Once: what an id is of is made once. */
function grantedFor(call: SharedCall, all: Given | undefined): Granted {
  const { operation, input, later, own } = call;
  if (!later) {
    const approval = Approval.grant(operation, input, 'one call', own?.holds, all);
    return () => approval;
  }
  let given = false;
  return (id) => {
    if (id === undefined || given) throw new Error(`${operation.id} is approved once, for the id that comes`);
    given = true;
    return Approval.grant(operation, withId(call, id), 'one call', undefined, all);
  };
}

/** The input of a call that is `later`, with the id of its path. */
function withId({ operation, input }: SharedCall, id: number): AnyInput {
  const [, name = 'id'] = /:(\w+)/.exec(operation.route.path) ?? [];
  return { ...input, params: { ...input.params, [name]: id } };
}

/** No id is as long as this one. */
const unknownId = Number.MAX_SAFE_INTEGER;

/** Checked like every other request; an id that an earlier call gives is shown by its name. */
async function requestOf({ prepare }: GateParts, call: SharedCall): Promise<WireRequest> {
  const { operation, input, later } = call;
  if (!later) return prepare(operation, input);
  const request = await prepare(operation, withId(call, unknownId));
  return { ...request, path: request.path.replace(String(unknownId), ':id') };
}
