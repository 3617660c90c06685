import { type Finding, type Findings, inOrder, type Unknown, type Waiver } from './problem.ts';
import { type RuleId, type RuleOf, ruleIds, rules } from './rules.ts';

/** A waiver that is in force, and who gave it: `--accept`, or a profile. */
export interface ActiveWaiver extends Waiver {
  readonly by: string;
  /** RFC 3339; null where it does not end. */
  readonly until: string | null;
}

/** A waiver with a problem that it covers, once for each; null where the rule is kept. */
export interface Waived extends ActiveWaiver {
  readonly count: number | null;
  readonly message: string | null;
}

export interface Verdict<P extends Finding = Finding> {
  /** False: a blocking rule failed. Null: none failed, but of one nothing is known, or not all leads were looked at. */
  readonly passed: boolean | null;
  readonly problems: readonly P[];
  readonly unknown: readonly Unknown[];
  readonly waived: readonly Waived[];
}

/** A waiver covers the rule it names. A rule that blocks only in its worst case is a warning here: unknown, no doubt. */
export function verdictOf(
  { problems, unknown }: Findings,
  waivers: readonly ActiveWaiver[],
  { sampled }: { readonly sampled: boolean },
): Verdict {
  const allowed = new Set<RuleId>();
  const waived: Waived[] = [];
  for (const waiver of waivers) {
    allowed.add(waiver.rule);
    const before = waived.length;
    for (const { rule, count, message } of problems)
      if (rule === waiver.rule) waived.push({ ...waiver, count, message });
    if (waived.length === before) waived.push({ ...waiver, count: null, message: null });
  }
  const left = inOrder(problems.filter(({ rule }) => !allowed.has(rule)));
  const blocked = left.some(({ severity }) => severity === 'block');
  const inDoubt = unknown.some(({ rule }) => rules[rule].severity === 'block' && !allowed.has(rule));
  return {
    passed: blocked ? false : inDoubt || sampled ? null : true,
    problems: left,
    unknown: inOrder(unknown),
    waived,
  };
}

/** Where rules could not look at everything, what they found stays, and of the others it is not known whether they hold. */
export function inDoubt(findings: Findings, ids: readonly RuleId[], why: string | undefined): Findings {
  if (why === undefined) return findings;
  const unknown = [...findings.unknown];
  for (const rule of unbroken(findings, ids)) unknown.push({ rule, why });
  return { ...findings, unknown };
}

function unbroken({ problems, unknown }: Findings, ids: readonly RuleId[]): readonly RuleId[] {
  const left = new Set(ids);
  for (const { rule } of [...problems, ...unknown]) left.delete(rule);
  return [...left];
}

export const keptRules = (findings: Findings, areas: ReadonlySet<RuleOf>): readonly RuleId[] =>
  unbroken(findings, rulesIn(areas, ruleIds));

const rulesIn = (areas: ReadonlySet<RuleOf>, ids: readonly RuleId[]): readonly RuleId[] =>
  ids.filter((id) => areas.has(rules[id].area));

/** What a file can break and a campaign cannot, or what another command checks. */
const notOfCampaigns: readonly RuleId[] = ['duplicate-address', 'credits-short'];

export const campaignRules: readonly RuleId[] = ruleIds.filter((id) => !notOfCampaigns.includes(id));

/** Those of them that look at each lead: a value can be a placeholder as well. */
export const rulesOfLeads: readonly RuleId[] = campaignRules.filter(
  (id) => rules[id].counts === 'leads' || id === 'placeholder-left',
);

export const tagRuleIds: readonly RuleId[] = rulesOfLeads.filter((id) => rules[id].area === 'copy');

export const campaignRulesIn = (...areas: readonly RuleOf[]): readonly RuleId[] =>
  rulesIn(new Set(areas), campaignRules);
