import { firstOf } from '../../base/counted.ts';
import type { senders } from '../../contract/areas/senders.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { type RuleId, ruleIds, rules, type Severity } from './rules.ts';

export interface Finding {
  readonly rule: RuleId;
  /** That of the rule, unless the case is worse: a DNS record that all mailboxes lack blocks. */
  readonly severity: Severity;
  /** It passes by itself; any other stays until a person acts. */
  readonly passes?: true | undefined;
  /** One sentence; text of others in it is as it came, for the writer to escape. */
  readonly message: string;
  /** Leads for rules about leads, emails (steps and variants) for copy, mailboxes for senders; 1 for the campaign. */
  readonly count: number;
  /** The first of them, ten at most: addresses, `step 2, variant B`, domains. */
  readonly examples: readonly string[];
  /** The first of them, with what tells more of each. */
  readonly named?: string | undefined;
  /** The merge tag that leads lack a value for, folded. */
  readonly tag?: string | undefined;
  /** The mailbox that a command can change it by. */
  readonly about?: CheckedSender | undefined;
  /** Of campaigns that share leads, those where a reply ends no follow-ups in the others. */
  readonly unstopped?: readonly (number | string)[] | undefined;
  /** What a person can do or has to wait for, where it depends on the case. */
  readonly byHand?: string | undefined;
}

/** A mailbox as lists show it. */
export type CheckedSender = ItemOf<typeof senders.list>;

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
  { rule, severity }: Pick<Finding, 'rule' | 'severity'>,
  waivers: readonly Waiver[],
): Severity => (waivers.some((waiver) => waiver.rule === rule) ? 'warn' : severity);

/** What a group of rules found, and which of them it can say nothing about. */
export interface Findings {
  readonly problems: readonly Finding[];
  readonly unknown: readonly Unknown[];
}

export const mostExamples = 10;

/** A finding with the severity of its rule, unless said. */
export const problem = (
  rule: RuleId,
  count: number,
  message: string,
  examples: readonly string[] = [],
  severity: Severity = rules[rule].severity,
): Finding => ({ rule, severity, count, message, examples: examples.slice(0, mostExamples) });

export const noSteps = problem('no-steps', 1, 'the sequence has no steps: nothing would be sent');
export const noLeads = problem('no-leads', 1, 'the campaign has no leads');

/** Its message with the first things that it is about, for where nothing else names them. */
export const namedIn = ({ message, examples, named = firstOf(examples, 3) }: Finding): string =>
  named === '' ? message : `${message}: ${named}`;

/** In the order of the rules; of one rule, as they came. */
export const inOrder = <P extends Pick<Finding, 'rule'>>(problems: readonly P[]): P[] =>
  [...problems].sort((a, b) => ruleIds.indexOf(a.rule) - ruleIds.indexOf(b.rule));

export const found = (problems: readonly Finding[], unknown: readonly Unknown[] = []): Findings => ({
  problems,
  unknown,
});

export const none = found([]);

/** A rule about the campaign itself that is broken, or that nothing is known about. */
export const broken = (rule: RuleId, message: string): Findings => found([problem(rule, 1, message)]);
export const unknown = (rule: RuleId, why: string): Findings => found([], [{ rule, why }]);

export function together(...findings: readonly Findings[]): Findings {
  const [problems, unknown]: [Finding[], Unknown[]] = [[], []];
  for (const some of findings) {
    problems.push(...some.problems);
    unknown.push(...some.unknown);
  }
  return { problems, unknown };
}
