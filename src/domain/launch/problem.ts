import { type RuleId, ruleIds, rules, type Severity } from './rules.ts';

/** What breaks a rule. */
export interface Problem {
  readonly rule: RuleId;
  /** That of the rule, unless the case is worse: a DNS record that all mailboxes lack blocks. */
  readonly severity: Severity;
  /** One sentence; text of others in it is as it came, for the writer to escape. */
  readonly message: string;
  /** Leads for rules about leads, emails (steps and variants) for copy, mailboxes for senders; 1 for the campaign. */
  readonly count: number;
  /** The first of them, ten at most: addresses, `step 2, variant B`, domains. */
  readonly examples: readonly string[];
}

/** A rule that nothing is known about, and why. */
export interface Unknown {
  readonly rule: RuleId;
  readonly why: string;
}

/** A rule that a person lets a launch break, and why. It covers that rule alone. */
export interface Waiver {
  readonly rule: RuleId;
  readonly reason: string;
}

/** The severity of a rule for a launch that has these waivers: one that is waived does not block. */
export const severityAfter = (
  { rule, severity }: Pick<Problem, 'rule' | 'severity'>,
  waivers: readonly Waiver[],
): Severity => (waivers.some((waiver) => waiver.rule === rule) ? 'warn' : severity);

/** What a group of rules found, and which of them it can say nothing about. */
export interface Findings {
  readonly problems: readonly Problem[];
  readonly unknown: readonly Unknown[];
}

export const mostExamples = 10;

/** A problem with the severity of its rule. */
export const problem = (
  rule: RuleId,
  count: number,
  message: string,
  examples: readonly string[] = [],
): Problem => ({
  rule,
  severity: rules[rule].severity,
  count,
  message,
  examples: examples.slice(0, mostExamples),
});

/** In the order of the rules; of one rule, as they came. */
export const inOrder = <P extends Pick<Problem, 'rule'>>(problems: readonly P[]): P[] =>
  [...problems].sort((a, b) => ruleIds.indexOf(a.rule) - ruleIds.indexOf(b.rule));

export const found = (problems: readonly Problem[], unknown: readonly Unknown[] = []): Findings => ({
  problems,
  unknown,
});

export const none = found([]);

export const together = (...findings: readonly Findings[]): Findings =>
  found(
    findings.flatMap(({ problems }) => problems),
    findings.flatMap(({ unknown }) => unknown),
  );
