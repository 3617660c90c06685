import table from './rules.json';

/** What a rule of a launch counts: people, emails (steps and variants), mailboxes, or the campaign itself. */
export type RuleOf = 'copy' | 'recipients' | 'senders' | 'schedule' | 'capacity' | 'money';

/** What a check of a campaign looks at. */
export const ruleAreas = [
  'copy',
  'recipients',
  'senders',
  'schedule',
  'capacity',
] as const satisfies readonly RuleOf[];

export type Severity = 'block' | 'warn';

interface Rule {
  readonly area: RuleOf;
  /** `block`: a launch is refused, unless the rule is waived with a reason. */
  readonly severity: Severity;
  readonly counts: 'leads' | 'emails' | 'mailboxes' | 'campaign';
  /** What holds where the rule is kept: `every merge tag has a value`. */
  readonly kept: string;
}

export type RuleId = keyof typeof table;

export const ruleIds = Object.keys(table) as readonly RuleId[];

/** Every rule that a launch is checked against, in the order in which problems are listed. */
export const rules = Object.fromEntries(
  Object.entries(table).map(([id, [area, severity, counts, kept]]) => [id, { area, severity, counts, kept }]),
) as Readonly<Record<RuleId, Rule>>;
