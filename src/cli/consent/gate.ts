import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { Approval } from '../../client/api/approval.ts';
import type { Draw } from '../../client/guard/budgets.ts';
import type { Foreseen, Guard } from '../../client/guard/guard.ts';
import type { Guarded } from '../../client/guard/guard-options.ts';
import { refuseWrite } from '../../client/request/read-only.ts';
import { consentOf, isGuarded } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { Waiver } from '../../domain/launch/problem.ts';
import type { Asker } from '../declare/asker.ts';
import { DryRun } from '../declare/early-end.ts';
import type { Globals } from '../declare/globals.ts';
import type { Approve, Fact, LaunchChecks, Quote, Receiving } from '../declare/quote.ts';
import { agreedFigures, keepWithin, type Priced } from '../spending/ceilings.ts';
import type { WithinDay } from '../spending/daily-ceiling.ts';
import { questionOf, undoneOf } from '../spending/effects.ts';
import { type LookUp, priceOf, unitsOf, unitUsdOf, type Wanted } from '../spending/price.ts';
import { agreedPrice, riseSinceShown } from '../spending/rise.ts';
import type { ByPerson, Question } from './by-person.ts';
import type { PersonGate } from './person-gate.ts';
import { rehearsalOf } from './rehearse.ts';
import { confirmationRequired, type GateSettings, type Say, sayFacts } from './shown.ts';
import type { Turn } from './turn.ts';

export interface GateParts {
  globals: Globals;
  settings: GateSettings;
  ask: Pick<Asker, 'possible' | 'agree'>;
  /** The request as it would leave; throws `usage` where the input breaks the contract. */
  prepare(operation: AnyOperation, input: AnyInput): WireRequest | Promise<WireRequest>;
  /** What sees to it that the call is made once; undefined where nothing does. */
  guard?(): Promise<Pick<Guard, 'before' | 'foresee' | 'agreed' | 'under' | 'allowed'>> | undefined;
  /** Present where `--yes` is not consent. */
  person?: PersonGate | undefined;
  /** Present there, unless nothing is sent. */
  turn?: Turn | undefined;
  /** Refuses what goes over a ceiling per day, and gives lines on the day; undefined where there is none. */
  withinDay?: WithinDay | undefined;
  /** What a credit and a check cost; absent where nothing that is called costs anything. */
  rates?: LookUp | undefined;
  /** Looks up whether a call that adds people to a campaign writes to them. Where it is absent, it counts as if it does. */
  mailing?(operation: AnyOperation, input: AnyInput): Promise<Mailing | undefined>;
  /** The launch checks of a call into a campaign that writes at once; absent where none are made. */
  launchChecks?(operation: AnyOperation, input: AnyInput, accept: readonly Waiver[]): LaunchChecks;
  /** A line on stderr, above the question. */
  say: Say;
  /** The same in a dry run. */
  rehearse?: Say | undefined;
}

/** What joining a campaign means for people who are added to it. */
export interface Mailing {
  /** They may be written to at once. */
  readonly sends: boolean;
  /** Absent where they join none. */
  readonly campaign?: Receiving;
  /** How many they are, where the call says so. */
  readonly people?: number | undefined;
  /** It writes to no one who is added, and changes what others get: only a person agrees. */
  readonly steers?: true;
  /** For the question. */
  readonly facts: readonly Fact[];
  /** As in {@link Quote}. */
  readonly question?: string;
  /** As in {@link Quote}. */
  readonly binds?: string | undefined;
  /** As in {@link Quote}. */
  readonly changes?: boolean;
}

/**
 * Consent (design, "Consent"). Nothing is sent before a person agreed to exactly this call: on a terminal by answering,
 * elsewhere by `--yes`. Stated ceilings come first and also bind `--yes`. What was agreed to is looked at once more
 * just before the call, so that a price which rose meanwhile is never paid.
 */
export const createGate =
  (parts: GateParts): Approve =>
  async (operation, ...asked) => {
    await parts.turn?.begin(operation);
    try {
      return await gateInTurn(parts)(operation, ...asked);
    } catch (error) {
      await parts.turn?.end(operation);
      throw error;
    }
  };

const gateInTurn =
  (given: GateParts): Approve =>
  async (operation, input, quote, { covers, always, accept = [], checks, agreed } = {}) => {
    const parts = withoutYes(given);
    const { globals, settings, prepare, withinDay } = parts;
    const request = await prepare(operation, input);
    // An approval binds what it shows, also of a raw call.
    const mailing = () => (always && !parts.person ? undefined : parts.mailing?.(operation, input));
    let first: Mailing | undefined;
    const launchChecks =
      checks === 'none' ? undefined : (checks ?? parts.launchChecks?.(operation, input, accept));
    let checked: Promise<readonly string[]> | undefined;
    // Once: what they look at is large, and no price.
    const check = (mailing: Mailing | undefined) => {
      if (!mailing?.sends || mailing.campaign === undefined) return [];
      checked ??= launchChecks?.(mailing.campaign);
      return checked ?? [];
    };
    // Read anew each time: it may cost more by now.
    const read = async (): Promise<Looked> => {
      const receiving = first ?? (await mailing());
      const read = withMailing(await quote(), receiving);
      first = undefined;
      const rates = (await parts.rates?.(read.unitUsd, wantedBy(parts, operation, read))) ?? {};
      return { quote: read, price: priceOf(operation, read, rates), rates, receiving };
    };
    const look = async (): Promise<Priced> => {
      const { receiving, ...priced } = await read();
      keepWithin(parts, priced);
      const said = await check(receiving);
      return { ...priced, quote: { ...priced.quote, facts: [...priced.quote.facts, ...said] } };
    };
    if (globals.dryRun) {
      if (!always && consentOf(operation) === 'never') throw new DryRun(request, operation);
      const checks = [
        ({ receiving }: Looked) => check(receiving),
        async (priced: Looked) => (await withinDay?.(operation, priced)) ?? [],
      ];
      const foresee = () => foreseenOf(parts, [{ operation, input, request }]);
      throw new DryRun(request, operation, await rehearsalOf(parts, { operation, foresee, read, checks }));
    }
    refuseWrite(settings, operation);
    let wanted: ByPerson | undefined;
    const granted = (holds?: Quote['holds']) =>
      Approval.grant(operation, input, covers, holds, wanted?.given);
    first = consentOf(operation) === 'when-running' ? await mailing() : undefined;
    if (!always && first?.sends === false && !first.steers) return granted();
    const guard = isGuarded(operation) ? await parts.guard?.() : undefined;
    const call = { operation, input, request };
    const beforeAgain = async () => {
      const priced = await look();
      await withinDay?.(operation, priced);
    };
    const isAgreed = agreed?.covers(operation, parts.person !== undefined) === true;
    wanted = isAgreed ? undefined : await parts.person?.want([call]);
    // Done by an earlier run and not acknowledged: nothing will be sent, so there is nothing to agree to.
    if (await guard?.before(call, beforeAgain, holdFor(wanted, guard, globals))) return granted();
    const shown = await look();
    const today = (await withinDay?.(operation, shown)) ?? [];
    const allowed = guard && ((draw: Draw) => guard.allowed(call, draw));
    if (!isAgreed) await consent(parts, { operation, shown, today, wanted, allowed });
    const now = wanted ? shown : await look();
    refuseRise(shown, now);
    if (parts.person) refuseChange(shown, now);
    // Written down before the day is looked at, so that another process which looks meanwhile counts this call as well.
    const { holds, checked: _, expected: __, ...agreedTo } = now.quote;
    const agreedFor = { ...agreedTo, unitUsd: unitUsdOf(now.rates), agreed: agreedFigures(parts, now) };
    const own = await guard?.agreed(call, agreedFor);
    await withinDay?.(operation, now, own);
    return granted(holds);
  };

/** What earlier runs left of these calls. */
export async function foreseenOf(
  { guard: open }: { guard?(): Promise<Pick<Guard, 'foresee'>> | undefined },
  calls: readonly Guarded[],
): Promise<Foreseen> {
  const guarded = calls.filter(({ operation }) => isGuarded(operation));
  const guard = guarded.length > 0 ? await open?.() : undefined;
  const all: Foreseen[] = [];
  for (const call of guard ? guarded : []) all.push(await (guard as Pick<Guard, 'foresee'>).foresee(call));
  return {
    isDone: all.length > 0 && all.length === calls.length && all.every(({ isDone }) => isDone),
    facts: all.flatMap(({ facts }) => facts),
  };
}

interface Looked extends Priced {
  readonly receiving: Mailing | undefined;
}

/** Without it the gate asks, and what a question would show is looked up. */
const withoutYes = (parts: GateParts): GateParts =>
  parts.person === undefined ? parts : { ...parts, globals: { ...parts.globals, yes: false } };

/** An approved call goes under its code; one that is not approved yet leaves nothing in the journal. */
export function holdFor(
  wanted: ByPerson | undefined,
  guard: Pick<Guard, 'under'> | undefined,
  { once }: Pick<Globals, 'once'>,
): { looks: boolean } {
  if (wanted?.token !== undefined && once === undefined) guard?.under(wanted.token);
  return { looks: wanted !== undefined && wanted.token === undefined };
}

interface Asked {
  readonly operation: AnyOperation;
  readonly shown: Priced;
  readonly today: readonly string[];
  readonly wanted: ByPerson | undefined;
  readonly allowed: Question['allowed'];
}

/** Throws `not-confirmed` unless a person agrees to what is shown, or `--yes` says so. */
async function consent(parts: GateParts, { operation, shown, today, wanted, allowed }: Asked): Promise<void> {
  const { globals, settings, ask, say } = parts;
  const question = questionOf(operation, shown);
  const required = () => confirmationRequired(operation, settings, shown, today);
  if (wanted) return wanted.consent({ priced: shown, required: required(), question, allowed });
  if (globals.yes) return;
  if (!ask.possible || globals.json || globals.ndjson) throw required();
  sayFacts(say, settings, operation, shown, today);
  await agreedBy(parts, question, undoneOf(operation, shown));
}

/** While a person thinks, others may change what was shown: it is looked at again after that. */
export async function agreedBy(
  { ask, person, turn }: Pick<GateParts, 'ask' | 'person' | 'turn'>,
  question: string,
  undone: string,
): Promise<void> {
  const answer = async () => {
    await ask.agree(question, undone);
    await person?.vouch();
  };
  await (turn ? turn.aside(answer) : answer());
}

/** Without recipients where the call writes to no one; where the quote does not say how many, as many as the call adds. */
function withMailing(quote: Quote, mailing: Mailing | undefined): Quote {
  if (mailing === undefined) return quote;
  const { recipients = mailing.people, ...spend } = quote.spend;
  const written = mailing.sends ? omitUndefined({ recipients }) : { recipients: 0 };
  const binds = [mailing.binds, quote.binds].filter((bound) => bound !== undefined).join(' ');
  return {
    ...quote,
    spend: { ...spend, ...written },
    facts: [...mailing.facts, ...quote.facts],
    ...(binds !== '' && { binds }),
    ...omitUndefined({ question: mailing.question, changes: mailing.changes }),
  };
}

/** A ceiling in dollars prices everything; a question that shows prices anyway, what is charged. */
function wantedBy({ globals, settings }: GateParts, operation: AnyOperation, { unitUsd }: Quote): Wanted {
  const { credit, check } = unitsOf(operation);
  const ceiling = globals.maxUsd !== undefined || settings.maxUsdPerDay !== undefined;
  const asks = (!globals.yes || globals.dryRun) && unitUsd !== undefined;
  const bought = operation.billed?.includes('top-up') === true;
  return { credit: credit && (ceiling || (asks && bought)), check: check && (ceiling || asks) };
}

/** What goes out by the call is what the person saw. */
export function refuseChange({ quote: shown }: Priced, { quote: now }: Priced): void {
  if (shown.binds === now.binds) return;
  throw new Failure('changed_meanwhile', 'What this sends changed while you looked at it; nothing was sent', {
    hint: 'Run the command again to see what it sends now.',
  });
}

/** What it costs, and whom it writes to, is at most what the person saw, or what `--yes` was given for. */
export function refuseRise(shown: Priced, now: Priced): void {
  const rise = riseSinceShown(agreedPrice(shown), agreedPrice(now));
  if (rise === undefined) return;
  const { text, ...extra } = rise;
  throw new Failure('quote_changed', `${text} meanwhile; nothing was sent`, {
    hint: 'Run the command again to see and confirm the new figures.',
    extra,
  });
}
