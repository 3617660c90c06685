import { counted, grouped } from '../../../base/counted.ts';
import { heading, screen, text, type View } from '../../../cli/declare/view.ts';
import { blockingIn, brokenRules } from '../../../cli/launch/blocking-rules.ts';
import type { Checked, CheckResult } from '../../../cli/launch/check/check-campaign.ts';
import { fixesView, problemLines, problemRows, ruleTable } from '../../../cli/launch/problem-view.ts';
import { withoutRoute } from '../../../cli/messages/hints/route-hint.ts';
import { cellOf } from '../../../cli/output/formats/auto-view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { type RuleId, type RuleOf, ruleAreas, rules } from '../../../domain/launch/rules.ts';
import { campaignRules, keptRules } from '../../../domain/launch/verdict.ts';

const headOf = Symbol('head');

interface Shown extends CheckResult {
  readonly [headOf]: {
    readonly lines: readonly string[];
    readonly advised: Checked['advised'];
    readonly runs: boolean;
    readonly only: readonly RuleOf[] | undefined;
  };
  readonly kept?: readonly { readonly rule: RuleId; readonly holds: string }[];
}

export function shownOf(
  { result, advised, reading, findings }: Checked,
  { all, only, target }: { all: boolean; only: readonly RuleOf[] | undefined; target: string },
): Shown {
  const { campaign, leads, senders, sequence } = reading;
  const parts = [
    leads === undefined ? 'leads not known' : counted(leads, 'lead'),
    senders ? counted(senders.length, 'mailbox', 'mailboxes') : 'mailboxes not known',
    sequence ? counted(sequence.steps.length, 'step') : 'steps not known',
  ];
  const lines = [
    `Campaign ${reading.id} "${inline(campaign.name)}", ${cellOf(campaign.status)} (${target})`,
    parts.join(', '),
  ];
  const kept: { rule: RuleId; holds: string }[] = [];
  for (const rule of keptRules(findings, new Set<RuleOf>(only ?? ruleAreas)))
    if (campaignRules.includes(rule)) kept.push({ rule, holds: rules[rule].kept });
  return {
    ...result,
    ...(all && { kept }),
    [headOf]: { lines, advised, runs: campaign.status === 'running', only },
  };
}

/** Blockers first, then warnings, what is not known, what is waived, and with `--all` what holds. */
export function checkView(shown: Shown): View {
  const { problems, unknown, waived, kept = [] } = shown;
  const lines = problemLines(shown[headOf].advised);
  for (const { rule, why } of unknown) lines.push({ rule, tone: 'unknown', what: withoutRoute(why) });
  for (const { rule, reason, message, by, until } of waived) {
    const what = `accepted (${by}${until ? ` until ${until.slice(0, 10)}` : ''}): ${reason}${message ? `. Found: ${message}` : ''}`;
    lines.push({ rule, tone: 'idle', what });
  }
  const rows: Parameters<typeof problemRows>[0][number][] = [...problems];
  for (const { rule, holds } of kept) {
    lines.push({ rule, tone: 'good', what: holds });
    rows.push({ rule, severity: 'kept', count: 0, message: holds, examples: [], fix: null });
  }
  const [title = '', ...more] = shown[headOf].lines;
  return screen(
    problemRows(rows),
    heading(title),
    text(...more),
    ruleTable(lines),
    text(...summaryOf(shown, shown[headOf])),
    fixesView(shown[headOf].advised),
  );
}

const verdicts = {
  true: ['Ready to start', 'It runs, and nothing blocks it'],
  false: ['It cannot start', 'It runs; once paused, it could not start again'],
  null: ['Nothing that was checked blocks it', 'It runs, and nothing that was checked blocks it'],
} as const;

function summaryOf(
  { passed, problems, unknown, looked }: CheckResult,
  { runs, only }: Shown[typeof headOf],
): string[] {
  const blocking = brokenRules(blockingIn(problems)).length;
  const verdict =
    only === undefined || passed === false
      ? verdicts[`${passed}`][runs ? 1 : 0]
      : `No rule of ${only.join(', ').replace(/, (?=\w+$)/, ' and ')} ${passed === null ? 'that was checked ' : ''}blocks it; the others were not looked at`;
  const leads = looked.sampled
    ? sampleText(looked)
    : looked.moved
      ? 'Leads came or went meanwhile: check again.'
      : '';
  const warnings = problems.filter(({ severity }) => severity === 'warn').length;
  const counts = [
    ...(blocking > 0 ? [`${counted(blocking, 'blocking rule')} broken`] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(unknown.length > 0 ? [`${unknown.length} not checked`] : []),
  ];
  return [`${[verdict, counts.join(', ')].filter(Boolean).join(': ')}.`, leads].filter(Boolean);
}

export const sampleText = ({ leads, ofLeads }: CheckResult['looked']): string =>
  `Looked at the newest ${grouped(leads)} of ${ofLeads === null ? 'all leads' : counted(ofLeads, 'lead')}${missedAtMost(leads)}`;

/** Three over the number: so much may be missed where nothing was found (95%). */
const missedAtMost = (leads: number): string =>
  leads < 30
    ? '.'
    : `; a rule that none of them breaks is broken by ${(300 / leads).toFixed(2)}% at most (95%).`;
