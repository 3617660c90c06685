import { Failure } from '../../base/errors.ts';
import { effectOf } from '../../contract/consent.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { NoteKind } from '../declare/context-parts.ts';
import type { Fact } from '../declare/quote.ts';
import type { Settings } from '../declare/settings.ts';
import { type Ceilings, figuresOf, type Priced } from '../spending/ceilings.ts';
import { effectLines } from '../spending/effects.ts';
import { factLines } from '../spending/fact-lines.ts';

export type GateSettings = Pick<Settings, 'profile' | 'target' | 'workspace'> &
  Partial<Pick<Settings, 'readOnly' | 'scope' | 'maxUsdPerDay' | 'keySource'>> &
  Ceilings['settings'];

/** A line on stderr. */
export type Say = (line: string, kind?: NoteKind, indent?: number) => void;

/** Where it goes, what it does, and what else there is to know. */
export const factsOf = (
  settings: GateSettings,
  operation: AnyOperation,
  priced: Priced,
  today: readonly string[],
): readonly Fact[] => [
  headingOf(operation, settings),
  ...effectLines(operation, priced),
  ...priced.quote.facts,
  ...today,
];

/** The first of them is the heading. */
export function sayFacts(say: Say, facts: readonly Fact[]): void {
  for (const [at, fact] of facts.entries())
    if (typeof fact === 'string') say(fact, at === 0 ? 'heading' : undefined);
    else say(fact.theirs, 'theirs', fact.indent);
}

/** Which workspace and whose key: what the person agrees to happens there. */
export function headingOf({ summary }: Pick<AnyOperation, 'summary'>, settings: GateSettings): string {
  const where = settings.target === 'live' ? 'LIVE' : 'SANDBOX';
  const workspace = settings.workspace === undefined ? '' : `, workspace ${settings.workspace}`;
  const key =
    settings.profile === null ? 'key of OUTREACH_API_KEY, no profile' : `profile ${settings.profile}`;
  return `${summary} (${where}, ${key}${workspace})`;
}

export function confirmationRequired(
  operation: AnyOperation,
  settings: GateSettings,
  priced: Priced,
  facts: readonly Fact[],
): Failure {
  return new Failure('confirmation_required', `this needs your consent: ${headingOf(operation, settings)}`, {
    hint: `Pass --yes to agree${ceilingFlags(operation)}; --dry-run shows the request.`,
    extra: {
      operation: operation.id,
      effect: effectOf(operation),
      ...figuresOf(priced),
      target: settings.target,
      profile: settings.profile,
      keySource: settings.keySource ?? 'none',
      facts: factLines(facts),
      needs: '--yes',
    },
  });
}

/** The options that limit what this call may cost or reach. */
function ceilingFlags({ billed = [], mails }: AnyOperation): string {
  const flags = [
    ...(billed.includes('credits') || billed.includes('top-up') ? ['--max-credits'] : []),
    ...(billed.length > 0 ? ['--max-usd'] : []),
    ...(mails === 'never' ? [] : ['--max-recipients']),
  ];
  return flags.length === 0 ? '' : `, ${flags.join(' or ')} to set a limit`;
}
