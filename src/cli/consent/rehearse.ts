import { Failure, isStop } from '../../base/errors.ts';
import type { Foreseen } from '../../client/guard/guard.ts';
import { refuseWrite } from '../../client/request/read-only.ts';
import type { Rehearsal } from '../declare/early-end.ts';
import type { Fact } from '../declare/quote.ts';
import { refusedHere } from '../profile/read-only-here.ts';
import { keepWithin } from '../spending/ceilings.ts';
import { factLines } from '../spending/fact-lines.ts';
import { agreedPrice } from '../spending/rise.ts';
import { type Deal, type GateParts, guardOf } from './deal.ts';
import { factsOf, headingOf, sayFacts } from './shown.ts';

/** What the question would show, and what would refuse the calls first. Reads only, and writes nothing anywhere. */
export async function rehearsalOf(parts: GateParts, deal: Deal): Promise<Rehearsal> {
  const { settings, rehearse, withinDay } = parts;
  const { operation } = deal;
  let refusal: Failure | undefined;
  const unlessRefused = async <T>(look: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof Failure) || isStop(error)) throw error;
      refusal ??= error;
      return undefined;
    }
  };
  const shown = (facts: readonly Fact[], price: Rehearsal['price']): Rehearsal => {
    if (rehearse) sayFacts(rehearse, facts);
    return { facts: factLines(facts), price, refusal };
  };
  const heading = headingOf(operation, settings);
  // A profile or a key that only reads.
  await unlessRefused(() => {
    refuseWrite(settings, operation);
    const guards = { readOnly: false, scope: 'unknown', ...settings } as const;
    const refused = operation.scope === 'read' ? undefined : refusedHere(guards);
    if (refused) throw refused;
  });
  const foreseen = await unlessRefused(() => foreseenOf(parts, deal));
  if (foreseen?.isDone) return shown([heading, ...foreseen.facts], nothing);
  const priced = await unlessRefused(() => deal.read());
  if (priced === undefined) return shown([heading], null);
  const more = [...(foreseen?.facts ?? [])];
  await unlessRefused(() => keepWithin(parts, priced));
  more.push(...((await unlessRefused(() => deal.check?.(priced))) ?? []));
  more.push(...((await unlessRefused(() => withinDay?.(operation, priced))) ?? []));
  refusal ??= priced.quote.expected;
  return shown(factsOf(settings, operation, priced, more), agreedPrice(priced));
}

const nothing = { credits: 0, usd: 0, recipients: 0, checks: null } as const;

/** What earlier runs left of the calls. */
async function foreseenOf(parts: GateParts, deal: Deal): Promise<Foreseen> {
  const guard = await guardOf(parts, deal);
  const all: Foreseen[] = [];
  for (const call of deal.calls) if (guard && call.isSettled) all.push(await guard.foresee(call));
  return {
    isDone: all.length === deal.calls.length && all.every(({ isDone }) => isDone),
    facts: all.flatMap(({ facts }) => facts),
  };
}
