import { omitUndefined } from '../../base/omit-undefined.ts';
import { Approval } from '../../client/api/approval.ts';
import { refuseWrite } from '../../client/request/read-only.ts';
import { consentOf, isGuarded } from '../../contract/consent.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { DryRun } from '../declare/early-end.ts';
import type { Approve, LaunchChecks, Quote } from '../declare/quote.ts';
import { questionOf } from '../spending/effects.ts';
import { priceOf, unitsOf, type Wanted } from '../spending/price.ts';
import { agreedTo, askedOf, type Deal, type GateParts, type Looked, type Mailing } from './deal.ts';
import { rehearsalOf } from './rehearse.ts';

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
  (parts: GateParts): Approve =>
  async (operation, input, quote, { covers, always, accept = [], checks, agreed } = {}) => {
    const { globals, settings } = parts;
    const request = await parts.prepare(operation, input);
    const call = { operation, input, request, isSettled: isGuarded(operation) };
    // An approval binds what it shows, also of a raw call.
    const mailing = () => (always && !parts.person ? undefined : parts.mailing?.(operation, input));
    let first: Mailing | undefined;
    const launchChecks =
      checks === 'none' ? undefined : (checks ?? parts.launchChecks?.(operation, input, accept));
    let checked: ReturnType<LaunchChecks> | undefined;
    // Once: what they look at is large, and no price.
    const check = async (mailing: Mailing | undefined) => {
      if (!mailing?.sends || mailing.campaign === undefined) return [];
      checked ??= launchChecks?.(mailing.campaign);
      return (await checked)?.lines ?? [];
    };
    // Read anew each time: it may cost more by now.
    const read = async (): Promise<Looked> => {
      const receiving = first ?? (await mailing());
      const read = withMailing(await quote(), receiving);
      first = undefined;
      const rates = (await parts.rates?.(read.unitUsd, wantedBy(parts, operation, read))) ?? {};
      return { quote: read, price: priceOf(operation, read, rates), rates, receiving };
    };
    const deal: Deal = {
      calls: [call],
      operation,
      isAgreed: agreed?.covers(operation, parts.person !== undefined) === true,
      read,
      check: ({ receiving }) => check(receiving),
      asks: (shown, today) => askedOf(parts, operation, questionOf(operation, shown), shown, today),
    };
    if (globals.dryRun) {
      if (!always && consentOf(operation) === 'never') throw new DryRun(request, operation);
      throw new DryRun(request, operation, await rehearsalOf(parts, deal));
    }
    refuseWrite(settings, operation);
    first = consentOf(operation) === 'when-running' ? await mailing() : undefined;
    if (!always && first?.sends === false && !first.steers) return Approval.grant(operation, input, covers);
    const { now, by } = await agreedTo(parts, deal);
    if (checked && !call.isSettled) await parts.noteWaived?.(operation, (await checked).waived);
    return Approval.grant(operation, input, covers, now?.quote.holds, by);
  };

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
function wantedBy(
  { globals, settings, person }: GateParts,
  operation: AnyOperation,
  { unitUsd }: Quote,
): Wanted {
  const { credit, check } = unitsOf(operation);
  const ceiling = globals.maxUsd !== undefined || settings.maxUsdPerDay !== undefined;
  const asks = (!globals.yes || person !== undefined || globals.dryRun) && unitUsd !== undefined;
  const bought = operation.billed?.includes('top-up') === true;
  return { credit: credit && (ceiling || (asks && bought)), check: check && (ceiling || asks) };
}
