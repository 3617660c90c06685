import { Failure, isStop } from '../../base/errors.ts';
import type { Foreseen } from '../../client/guard/guard.ts';
import { refuseWrite } from '../../client/request/read-only.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Rehearsal } from '../declare/early-end.ts';
import { refusedHere } from '../profile/read-only-here.ts';
import { type Ceilings, keepWithin, type Priced } from '../spending/ceilings.ts';
import { agreedPrice } from '../spending/rise.ts';
import { type GateSettings, headingOf, linesOf, type Say, sayFacts } from './shown.ts';

interface Rehearsing<P extends Priced> {
  readonly operation: AnyOperation;
  /** What an earlier run left of it. */
  foresee(): Promise<Foreseen>;
  /** What the question reads, before any ceiling. */
  read(): Promise<P>;
  /** What may refuse the call after that; gives more lines for the question. */
  readonly checks: readonly ((priced: P) => Promise<readonly string[]> | readonly string[] | undefined)[];
}

interface Parts extends Pick<Ceilings, 'globals'> {
  readonly settings: GateSettings;
  readonly rehearse?: Say | undefined;
}

/** What the question would show, and what would refuse the call first. Reads only, and writes nothing anywhere. */
export async function rehearsalOf<P extends Priced>(
  parts: Parts,
  { operation, foresee, read, checks }: Rehearsing<P>,
): Promise<Rehearsal> {
  const { settings, rehearse } = parts;
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
  await unlessRefused(() => refuseHere(settings, operation));
  const foreseen = await unlessRefused(foresee);
  if (foreseen?.isDone) {
    const facts = [headingOf(operation, settings), ...foreseen.facts];
    facts.forEach((line, index) => {
      rehearse?.(line, index === 0 ? 'heading' : undefined);
    });
    return { facts, price: nothing, refusal };
  }
  const priced = await unlessRefused(read);
  const more = [...(foreseen?.facts ?? [])];
  if (priced) {
    await unlessRefused(() => keepWithin(parts, priced));
    for (const check of checks) more.push(...((await unlessRefused(() => check(priced))) ?? []));
    refusal ??= priced.quote.expected;
    if (rehearse) sayFacts(rehearse, settings, operation, priced, more);
  } else rehearse?.(headingOf(operation, settings), 'heading');
  return {
    facts: priced ? linesOf(settings, operation, priced, more) : [headingOf(operation, settings)],
    price: priced ? agreedPrice(priced) : null,
    refusal,
  };
}

const nothing = { credits: 0, usd: 0, recipients: 0, checks: null } as const;

/** A profile or a key that only reads. */
function refuseHere(settings: GateSettings, operation: AnyOperation): void {
  refuseWrite(settings, operation);
  const refused =
    operation.scope === 'read' ? undefined : refusedHere({ readOnly: false, scope: 'unknown', ...settings });
  if (refused) throw refused;
}
