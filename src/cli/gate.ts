import { Approval } from '../client/approval.ts';
import type { Guard } from '../client/guard/guard.ts';
import { isGuarded } from '../client/guard/is-guarded.ts';
import { refuseWrite } from '../client/read-only.ts';
import { Failure, personHint } from '../contract/errors.ts';
import { grouped } from '../contract/grouped.ts';
import type { AnyInput, AnyOperation, Effect } from '../contract/operation.ts';
import type { WireRequest } from '../contract/wire.ts';
import type { Asker } from './ask.ts';
import type { Context, Globals, Quote, Spend } from './command.ts';
import { DryRun } from './dry-run.ts';
import type { NoteKind } from './messages.ts';
import { priceOf } from './price.ts';
import type { Settings } from './settings.ts';

interface Parts {
  globals: Globals;
  settings: Pick<Settings, 'profile' | 'target' | 'workspace'> &
    Partial<Pick<Settings, 'readOnly' | 'maxCredits' | 'maxUsd'>>;
  ask: Pick<Asker, 'possible' | 'confirm'>;
  /** The request as it would leave; throws `usage` where the input breaks the contract. */
  prepare(operation: AnyOperation, input: AnyInput): WireRequest | Promise<WireRequest>;
  /** What sees to it that the call is made once; undefined where nothing does. */
  guard?(): Promise<Guard> | undefined;
  /** Refuses what goes over a ceiling per day, and gives lines on the day; undefined where there is none. */
  withinDay?: WithinDay | undefined;
  /** A line on stderr, above the question. */
  say(line: string, kind?: NoteKind): void;
}

/** `own` is the intent of the call in the spend journal. */
export type WithinDay = (operation: AnyOperation, quote: Quote, own?: number) => Promise<string[]>;

/**
 * Consent (design, "Consent"). Nothing is sent before somebody agreed to this very call: on a terminal by answering,
 * elsewhere by `--yes`. Stated ceilings come first and also bind `--yes`. What was agreed to is looked at once more
 * just before the call, so that a price which rose meanwhile is never paid.
 */
export const createGate =
  (parts: Parts): Context['approve'] =>
  async (operation, input, quote) => {
    const { globals, settings, ask, prepare, say, withinDay } = parts;
    const request = await prepare(operation, input);
    if (globals.dryRun) throw new DryRun(request, operation);
    refuseWrite(settings, operation);
    const guard = isGuarded(operation) ? await parts.guard?.() : undefined;
    const call = { operation, input, request };
    // Done by an earlier run that told nobody: nothing will be sent, so there is nothing to agree to.
    if (await guard?.before(call)) return Approval.grant(operation, input);
    const shown = await quote();
    keepWithin(parts, operation, shown);
    const today = (await withinDay?.(operation, shown)) ?? [];
    if (!globals.yes) {
      const facts = [...factsOf(operation, settings, shown), ...today];
      const forScripts = globals.json || globals.ndjson;
      if (!ask.possible || forScripts) throw confirmationRequired(operation, shown, facts);
      for (const [index, fact] of facts.entries()) say(fact, index === 0 ? 'heading' : 'text');
      if (!(await ask.confirm(questionOf(effectOf(operation), shown.spend), false)))
        throw new Failure('not-confirmed', 'Not confirmed, nothing was sent.', { code: 'declined' });
    }
    const now = await quote();
    keepWithin(parts, operation, now);
    refuseRise(shown.spend, now.spend);
    // Written down before the day is looked at, so that another process which looks meanwhile counts this call, too.
    const own = guard?.agreed(call, now);
    await withinDay?.(operation, now, own);
    return Approval.grant(operation, input);
  };

function factsOf(operation: AnyOperation, settings: Parts['settings'], { spend, facts }: Quote): string[] {
  const where = settings.target === 'live' ? 'LIVE' : 'SANDBOX';
  const workspace = settings.workspace === undefined ? '' : `, workspace ${settings.workspace}`;
  return [
    `${operation.summary} (${where}, profile ${settings.profile}${workspace})`,
    ...amounts(spend),
    ...facts,
  ];
}

/** Leads that join a running campaign are mailed at once: the gate is asked only where that may be. */
const effectOf = ({ effect, mails }: AnyOperation): Effect =>
  effect === 'none' && mails !== 'never' ? 'sends' : effect;

/** Says in a few words what a Yes does; all else stands above it. */
function questionOf(effect: Effect, { credits, usd, recipients }: Spend): string {
  if (effect === 'spends' && credits !== undefined) return `Spend ${counted(credits, 'credit', 'credits')}?`;
  if (effect === 'buys') return usd === undefined ? 'Charge the saved card?' : `Pay $${usd.toFixed(2)}?`;
  if (effect === 'sends' && recipients !== undefined)
    return `Send email to ${counted(recipients, 'person', 'people')}?`;
  return 'Go ahead?';
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function amounts({ credits, usd, recipients }: Spend): string[] {
  return [
    ...(credits === undefined ? [] : [`Credits: ${grouped(credits)}`]),
    ...(usd === undefined ? [] : [`Price: $${usd.toFixed(2)}`]),
    ...(recipients === undefined ? [] : [`Recipients: ${grouped(recipients)}`]),
  ];
}

function confirmationRequired(operation: AnyOperation, { spend }: Quote, facts: string[]): Failure {
  return new Failure('not-confirmed', `this needs your consent: ${facts.join('; ')}`, {
    code: 'confirmation_required',
    hint: 'Pass --yes to agree, --max-credits or --max-usd to set a ceiling; --dry-run shows the request.',
    extra: { operation: operation.id, effect: effectOf(operation), ...spend, facts, needs: '--yes' },
  });
}

/** A ceiling that cannot be compared with a known price refuses: whoever stated it wanted to be sure. */
function keepWithin({ globals, settings }: Parts, { effect }: AnyOperation, quote: Quote): void {
  const { maxCredits, maxUsd } = globals;
  const { credits, usd } = priceOf(effect, quote);
  const from = (flag: string, isOfProfile: boolean) =>
    isOfProfile ? `It comes from the profile '${settings.profile}'. ${personHint}` : `It comes from ${flag}.`;
  if (maxCredits !== undefined && !(credits <= maxCredits))
    throw overCeiling(
      `${maxCredits} credits`,
      known(credits, 'credits'),
      quote,
      from('--max-credits', maxCredits === settings.maxCredits),
    );
  if (maxUsd !== undefined && !(usd <= maxUsd))
    throw overCeiling(
      `${maxUsd} dollars`,
      known(usd, 'dollars'),
      quote,
      from('--max-usd', maxUsd === settings.maxUsd),
    );
}

const known = (amount: number, unit: string): string =>
  Number.isNaN(amount) ? `a price in ${unit} that is not known beforehand` : `${amount} ${unit}`;

function overCeiling(ceiling: string, price: string, { spend }: Quote, hint: string): Failure {
  return new Failure('not-confirmed', `the ceiling of ${ceiling} does not allow ${price}; nothing was sent`, {
    code: 'ceiling_exceeded',
    hint,
    extra: { ...spend },
  });
}

function refuseRise(shown: Spend, now: Spend): void {
  for (const part of ['credits', 'usd', 'recipients'] as const) {
    const before = shown[part] ?? 0;
    const after = now[part] ?? 0;
    if (after > before)
      throw new Failure('conflict', `${part} rose from ${before} to ${after} meanwhile; nothing was sent`, {
        code: 'quote_changed',
        hint: 'Run the command again to see and confirm the new figures.',
        extra: { before, after },
      });
  }
}
