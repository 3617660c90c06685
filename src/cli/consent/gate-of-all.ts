import { counted } from '../../base/counted.ts';
import type { Failure } from '../../base/errors.ts';
import { Approval, type Given } from '../../client/api/approval.ts';
import type { Guard } from '../../client/guard/guard.ts';
import { refuseWrite } from '../../client/request/read-only.ts';
import { consentOf, isGuarded } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { DryRun, DryRunOfAll } from '../declare/early-end.ts';
import type { ApproveAll, Granted, Shareable, SharedCall, SharedQuote } from '../declare/quote.ts';
import { keepWithin, type Priced } from '../spending/ceilings.ts';
import { capital, undoneOf } from '../spending/effects.ts';
import { priceOf } from '../spending/price.ts';
import type { ByPerson } from './by-person.ts';
import { agreedBy, foreseenOf, type GateParts, holdFor, refuseChange, refuseRise } from './gate.ts';
import { rehearsalOf } from './rehearse.ts';
import { confirmationRequired, headingOf, sayFacts } from './shown.ts';

interface GateOfAllParts
  extends Pick<
    GateParts,
    'globals' | 'settings' | 'ask' | 'prepare' | 'say' | 'rehearse' | 'person' | 'turn'
  > {
  guard?():
    | Promise<Pick<Guard, 'several' | 'before' | 'foresee' | 'agreed' | 'under' | 'allowed'>>
    | undefined;
}

type Prepared = SharedCall & { readonly request: WireRequest };

/** One question for several calls, none of which costs money (by their type). Otherwise as {@link createGate}. */
export const createGateOfAll =
  (parts: GateOfAllParts): ApproveAll =>
  async (calls, quote) => {
    // Each call ends its own part; what was not made, the command.
    for (const { operation } of calls) await parts.turn?.begin(operation);
    return gateInTurn(parts)(calls, quote);
  };

const gateInTurn =
  (parts: GateOfAllParts): ApproveAll =>
  async (calls, quote) => {
    const { globals, settings, ask, say } = parts;
    const prepared: Prepared[] = [];
    for (const call of calls) prepared.push({ ...call, request: await requestOf(parts, call) });
    const [first] = prepared;
    if (first === undefined) throw new Error('nothing to ask about');
    const operation = together(prepared);
    const read = async (): Promise<Priced & { readonly summary: string }> => {
      const { summary, ...shared } = await quote();
      const quoted = asQuote(shared);
      return { quote: quoted, price: priceOf(operation, quoted, {}), rates: {}, summary };
    };
    const look = async () => {
      const priced = await read();
      keepWithin(parts, priced);
      return priced;
    };
    if (globals.dryRun) {
      const foresee = async () => {
        const left = prepared.filter((call) => !isSettled(call));
        const guarded = prepared.filter(isSettled);
        if (guarded.length > 0) (await parts.guard?.())?.several();
        const foreseen = await foreseenOf(parts, guarded);
        return { ...foreseen, isDone: foreseen.isDone && left.length === 0 };
      };
      const requests = prepared.map(({ request, operation }) => new DryRun(request, operation));
      throw new DryRunOfAll(requests, await rehearsalOf(parts, { operation, foresee, read, checks: [] }));
    }
    for (const { operation } of prepared) refuseWrite(settings, operation);
    const wanted = await parts.person?.want(prepared);
    const open = await settled(parts, prepared, wanted);
    const grant = () => calls.map((call) => grantedFor(call, wanted?.given));
    // All of it was done by an earlier run and not acknowledged: nothing will be sent.
    if (open.length === 0) return grant() as never;
    const shown = await look();
    const whole = { ...operation, summary: shown.summary };
    const question = questionOf(whole, shown);
    const required = () =>
      requiredFor(
        prepared,
        `${headingOf(whole, settings)}: ${question}`,
        confirmationRequired(whole, settings, shown, []),
      );
    if (wanted) await wanted.consent({ priced: shown, required: required(), question });
    else if (!globals.yes || parts.person) {
      if (!ask.possible || globals.json || globals.ndjson) throw required();
      sayFacts(say, settings, whole, shown, []);
      await agreedBy(parts, question, undoneOf(whole, shown));
    }
    const now = wanted ? shown : await look();
    refuseRise(shown, now);
    if (parts.person) refuseChange(shown, now);
    const guard = open.some(({ operation }) => isGuarded(operation)) ? await parts.guard?.() : undefined;
    for (const call of open.filter(isSettled)) await guard?.agreed(call, ownQuote(call, now.quote));
    return grant() as never;
  };

/** Only what is about this call: no one else's name, and its own people alone are counted. */
function ownQuote({ own }: SharedCall, quote: Priced['quote']): Priced['quote'] {
  if (own === undefined) return quote;
  const { recipients, holds: _, ...rest } = own;
  return { ...quote, ...rest, spend: recipients === null ? {} : { recipients } };
}

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
async function requestOf({ prepare }: GateOfAllParts, call: SharedCall): Promise<WireRequest> {
  const { operation, input, later } = call;
  if (!later) return prepare(operation, input);
  const request = await prepare(operation, withId(call, unknownId));
  return { ...request, path: request.path.replace(String(unknownId), ':id') };
}

/** Guarded, and only made with an approval: what an earlier run left open of it is settled before the question. */
const isSettled = ({ operation, later }: { operation: Shareable; later?: true }): boolean =>
  isGuarded(operation) && consentOf(operation) !== 'never' && !later;

/** The calls that are not known to be done. */
async function settled(
  parts: GateOfAllParts,
  calls: readonly Prepared[],
  wanted: ByPerson | undefined,
): Promise<readonly Prepared[]> {
  if (!calls.some(({ operation }) => isGuarded(operation))) return calls;
  const guard = await parts.guard?.();
  guard?.several();
  const how = holdFor(wanted, guard, parts.globals);
  const open: Prepared[] = [];
  for (const call of calls)
    if (!isSettled(call) || !(await guard?.before(call, undefined, how))) open.push(call);
  return open;
}

function requiredFor(calls: readonly Prepared[], heading: string, required: Failure): Failure {
  const operations = [...new Set(calls.map(({ operation }) => operation.id))];
  return required.with({
    message: `this needs your consent: ${heading}`,
    extra: { ...required.extra, operations, calls: calls.length },
  });
}
