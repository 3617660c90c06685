import { Failure } from '../../base/errors.ts';
import type { Given } from '../../client/api/approval.ts';
import type { Draw } from '../../client/guard/budgets.ts';
import type { Guard } from '../../client/guard/guard.ts';
import type { Guarded } from '../../client/guard/guard-options.ts';
import { isGuarded } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { Waiver } from '../../domain/launch/problem.ts';
import type { Asker } from '../declare/asker.ts';
import type { Globals } from '../declare/globals.ts';
import type { ChecksPassed, Fact, LaunchChecks, Quote, Receiving, SharedCall } from '../declare/quote.ts';
import { agreedFigures, keepWithin, type Priced } from '../spending/ceilings.ts';
import type { WithinDay } from '../spending/daily-ceiling.ts';
import { undoneOf } from '../spending/effects.ts';
import { type LookUp, unitUsdOf } from '../spending/price.ts';
import { agreedPrice, riseSinceShown } from '../spending/rise.ts';
import type { ByPerson, Question } from './by-person.ts';
import type { PersonGate } from './person-gate.ts';
import { confirmationRequired, factsOf, type GateSettings, type Say, sayFacts } from './shown.ts';
import type { Turn } from './turn.ts';

export interface GateParts {
  globals: Globals;
  settings: GateSettings;
  ask: Pick<Asker, 'possible' | 'agree'>;
  /** The request as it would leave; throws `usage` where the input breaks the contract. */
  prepare(operation: AnyOperation, input: AnyInput): WireRequest | Promise<WireRequest>;
  /** What sees to it that the call is made once; undefined where nothing does. */
  guard?():
    | Promise<Pick<Guard, 'before' | 'foresee' | 'agreed' | 'agreedBy' | 'under' | 'allowed' | 'several'>>
    | undefined;
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
  /** Writes down which waivers its launch checks needed. */
  noteWaived?(operation: AnyOperation, waived: ChecksPassed['waived']): Promise<void>;
  /** A line on stderr, above the question. */
  say: Say;
  /** The same in a dry run. */
  rehearse?: Say | undefined;
}

/** What joining a campaign means for people who are added to it. */
export interface Mailing extends Readonly<Pick<Quote, 'question' | 'changes'>> {
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
  readonly binds?: Quote['binds'] | undefined;
}

/** A price as it was looked at. */
export interface Looked extends Priced {
  /** Of a call that may add people to a campaign. */
  readonly receiving?: Mailing | undefined;
  /** What several calls do together. */
  readonly summary?: string;
}

/** What one question is about: the only call, or several. */
export interface Deal {
  readonly calls: readonly Dealt[];
  /** Under one question, of which a later run may make some. */
  readonly areSeveral?: true;
  /** The one that prices all of them. */
  readonly operation: AnyOperation;
  /** It was asked before, together with others. */
  readonly isAgreed?: boolean;
  /** The price, read anew each time. */
  read(): Promise<Looked>;
  /** Refuses by more than ceilings; gives more lines. */
  check?(looked: Looked): Promise<readonly string[]> | readonly string[];
  asks(shown: Looked, today: readonly string[]): Asked;
}

/** `isSettled`: what an earlier run may have left open of it is settled before the question. */
export type Dealt = Guarded & Pick<SharedCall, 'own'> & { readonly isSettled: boolean };

/**
 * Has a person agree, or `--yes`, and writes it down. `now` is what the price is just before the calls; undefined where all
 * were done by an earlier run and not acknowledged: nothing will be sent, so there is nothing to agree to.
 */
export async function agreedTo(
  parts: GateParts,
  deal: Deal,
): Promise<{ readonly now?: Priced; readonly by: Given | undefined }> {
  const { calls, operation, isAgreed = false, read, check, asks } = deal;
  const { globals, person, withinDay } = parts;
  const look = async (): Promise<Looked> => {
    const priced = await read();
    keepWithin(parts, priced);
    const facts = [...priced.quote.facts, ...((await check?.(priced)) ?? [])];
    return { ...priced, quote: { ...priced.quote, facts } };
  };
  const guard = await guardOf(parts, deal);
  const wanted = isAgreed ? undefined : await person?.want(calls);
  const by = wanted?.given;
  // An approved call goes under its code; one that is not approved yet leaves nothing in the journal.
  if (wanted?.token !== undefined && globals.once === undefined) guard?.under(wanted.token);
  if (wanted?.agreed) guard?.agreedBy(wanted.agreed);
  const looks = wanted !== undefined && wanted.token === undefined;
  const beforeAgain = async () => {
    const priced = await look();
    await withinDay?.(operation, priced);
  };
  const open: Dealt[] = [];
  for (const call of calls)
    if (!call.isSettled || !(await guard?.before(call, beforeAgain, { looks }))) open.push(call);
  if (open.length === 0) return { by };
  const shown = await look();
  const today = (await withinDay?.(operation, shown)) ?? [];
  const [first] = calls;
  const allowed = guard && first && ((draw: Draw) => guard.allowed(first, draw));
  if (!isAgreed) {
    const lookAgain = async () => {
      for (const call of open) if (call.isSettled) await guard?.before(call, undefined, { looks });
    };
    await consent(parts, wanted, { ...asks(shown, today), allowed, lookAgain });
  }
  const now = wanted ? shown : await look();
  refuseRise(shown, now);
  if (person) refuseChange(shown, now);
  // Written down before the day is looked at, so that another process which looks meanwhile counts this call as well.
  let own: number | undefined;
  for (const call of open) if (call.isSettled) own = await guard?.agreed(call, keptOf(parts, call, now));
  await withinDay?.(operation, now, own);
  return { now, by };
}

/** For the journal. Of several calls only what is about this one: no one else's name, and its own people alone are counted. */
function keptOf(parts: GateParts, { own }: Dealt, now: Priced): object {
  const { holds: _holds, checked: _checked, expected: _expected, ...quote } = now.quote;
  const { recipients = null, holds: _, ...rest } = own ?? {};
  return {
    ...quote,
    ...rest,
    ...(own && { spend: recipients === null ? {} : { recipients } }),
    unitUsd: unitUsdOf(now.rates),
    agreed: agreedFigures(parts, now),
  };
}

/** The guard of these calls, if any of them is guarded. */
export async function guardOf(parts: GateParts, { calls, areSeveral }: Deal) {
  if (!calls.some(({ operation }) => isGuarded(operation))) return undefined;
  const guard = await parts.guard?.();
  if (areSeveral) guard?.several();
  return guard;
}

/** A question, and what is said above it. */
interface Asked extends Question {
  readonly facts: readonly Fact[];
  /** What a no leaves undone. */
  readonly undone: string;
}

export function askedOf(
  { settings }: Pick<GateParts, 'settings'>,
  operation: AnyOperation,
  question: string,
  priced: Priced,
  today: readonly string[] = [],
): Asked {
  const facts = factsOf(settings, operation, priced, today);
  const required = confirmationRequired(operation, settings, priced, facts);
  return { facts, question, undone: undoneOf(operation, priced), priced, required };
}

/** Throws `not-confirmed` unless a person agrees to what is shown, or `--yes` says so. */
export async function consent(
  { globals, ask, say, person, turn }: Pick<GateParts, 'globals' | 'ask' | 'say' | 'person' | 'turn'>,
  wanted: ByPerson | undefined,
  asked: Asked,
): Promise<void> {
  if (wanted) return wanted.consent(asked);
  if (globals.yes && !person) return;
  if (!ask.possible || globals.json || globals.ndjson) throw asked.required;
  sayFacts(say, asked.facts);
  const answer = async () => {
    await ask.agree(asked.question, asked.undone);
    await person?.vouch();
  };
  // While a person thinks, others may change what was shown: it is looked at again after that.
  await (turn ? turn.aside(answer) : answer());
}

/** What goes out by the call is what the person saw. */
function refuseChange({ quote: shown }: Priced, { quote: now }: Priced): void {
  if (shown.binds === now.binds) return;
  throw new Failure('changed_meanwhile', 'What this sends changed while you looked at it; nothing was sent', {
    hint: 'Run the command again to see what it sends now.',
  });
}

/** What it costs, and whom it writes to, is at most what the person saw, or what `--yes` was given for. */
function refuseRise(shown: Priced, now: Priced): void {
  const rise = riseSinceShown(agreedPrice(shown), agreedPrice(now));
  if (rise === undefined) return;
  const { text, ...extra } = rise;
  throw new Failure('quote_changed', `${text} meanwhile; nothing was sent`, {
    hint: 'Run the command again to see and confirm the new figures.',
    extra,
  });
}
