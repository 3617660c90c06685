import { counted, grouped } from '../../../base/counted.ts';
import { duration } from '../../../base/duration.ts';
import type { Tone } from '../../../cli/declare/tones.ts';
import { heading, screen, table, text, toned, type View } from '../../../cli/declare/view.ts';
import type { Checked, CheckResult } from '../../../cli/launch/check/check-campaign.ts';
import { cellOf } from '../../../cli/output/formats/auto-view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { type RuleId, type RuleOf, rules } from '../../../domain/launch/rules.ts';
import { campaignRules, keptRules } from '../../../domain/launch/verdict.ts';

/** What the screen says above the rules. */
const headOf = Symbol('head');

/** The document, and for a screen what it leaves out. */
export interface Shown extends CheckResult {
  readonly [headOf]: { readonly lines: readonly string[]; readonly areas: readonly RuleOf[] | undefined };
  /** The rules that hold, with `--all`. */
  readonly kept?: readonly { readonly rule: RuleId; readonly holds: string }[];
}

export function shownOf(
  { result, reading, findings, age }: Checked,
  { all, only, target }: { all: boolean; only: readonly RuleOf[] | undefined; target: string },
): Shown {
  const { campaign, leads, senders, sequence } = reading;
  const parts = [
    leads === undefined ? 'leads not known' : counted(leads, 'lead'),
    counted(senders.length, 'mailbox', 'mailboxes'),
    sequence ? counted(sequence.steps.length, 'step') : 'steps not known',
  ];
  const lines = [
    `Campaign ${reading.id} "${inline(campaign.name)}", ${cellOf(campaign.status)} (${target})`,
    parts.join(', '),
    ...(age === undefined
      ? []
      : [
          `Checked ${duration(Math.round(age / 1000))} ago; nothing has changed since as far as a few calls show.`,
        ]),
  ];
  const kept = keptRules(findings, new Set(only ?? allAreas)).filter((rule) => campaignRules.includes(rule));
  return {
    ...result,
    ...(all && { kept: kept.map((rule) => ({ rule, holds: rules[rule].kept })) }),
    [headOf]: { lines: [...lines], areas: only },
  };
}

const allAreas: readonly RuleOf[] = ['copy', 'recipients', 'senders', 'schedule', 'capacity'];

interface Line {
  readonly rule: string;
  readonly tone: Tone;
  readonly what: string;
}

const tones = { block: 'bad', warn: 'warn' } as const;

/** Blockers first, then warnings, what is not known, what is waived, and with `--all` what holds. */
export function checkView(shown: Shown): View {
  const { problems, unknown, waived, kept = [] } = shown;
  const lines: Line[] = [
    ...(['block', 'warn'] as const).flatMap((severity) =>
      problems
        .filter((problem) => problem.severity === severity)
        .map((problem) => ({
          rule: problem.rule,
          tone: tones[severity],
          what: `${problem.message}${exampleText(problem)}`,
        })),
    ),
    ...unknown.map(({ rule, why }) => ({ rule, tone: 'unknown' as const, what: why })),
    ...waived.map(({ rule, reason, message, by, until }) => ({
      rule,
      tone: 'idle' as const,
      what: `accepted (${by}${until ? ` until ${until.slice(0, 10)}` : ''}): ${reason}${message ? `. Found: ${message}` : ''}`,
    })),
    ...kept.map(({ rule, holds }) => ({ rule, tone: 'good' as const, what: holds })),
  ];
  const rows = table(
    problems,
    [
      ['RULE', ({ rule }) => rule, 'id'],
      ['SEVERITY', ({ severity }) => severity],
      ['COUNT', ({ count }) => count],
      ['MESSAGE', ({ message }) => message],
      ['EXAMPLES', ({ examples }) => examples.join(', ')],
      ['FIX', ({ fix }) => fix],
    ],
    '',
  );
  const [title = '', ...more] = shown[headOf].lines;
  return screen(
    rows,
    heading(title),
    text(more.join('\n')),
    table(
      lines,
      [
        ['RULE', ({ rule, tone }) => toned(rule, tone), 'state', 0],
        ['WHAT WAS FOUND', ({ what }) => what, 'prose', 0],
      ],
      '',
    ),
    text(summaryOf(shown)),
    ...(problems.length === 0 ? [] : [heading('To fix it'), text(fixes(shown))]),
  );
}

const shownExamples = 3;

function exampleText({ rule, examples, count }: CheckResult['problems'][number]): string {
  if (examples.length === 0) return '';
  const some = examples.slice(0, shownExamples);
  const all = rules[rule].counts === 'leads' ? count : examples.length;
  return ` (${some.join(', ')}${all > some.length ? `, ${grouped(all - some.length)} more` : ''})`;
}

const fixes = ({ problems }: CheckResult): string =>
  [...new Map(problems.map(({ rule, fix }) => [rule, `${rule}: ${fix}`])).values()].join('\n');

function summaryOf({ passed, problems, unknown, looked }: CheckResult): string {
  const of = (severity: string) => problems.filter((one) => one.severity === severity).length;
  const verdict =
    passed === false
      ? 'It cannot start.'
      : passed === null
        ? 'Nothing blocks it as far as is known.'
        : 'It can start.';
  const leads = looked.sampled
    ? `Looked at the newest ${grouped(looked.leads)} of ${looked.ofLeads === null ? 'all' : grouped(looked.ofLeads)} leads${missedAtMost(looked.leads)}`
    : looked.moved
      ? 'Leads came or went meanwhile: check again.'
      : '';
  return [
    `${verdict} ${of('block')} blocking, ${counted(of('warn'), 'warning')}, ${unknown.length} unknown. ${counted(looked.calls, 'call')}.`,
    leads,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Three over the number: so much may be missed where nothing was found (95 %). */
const missedAtMost = (leads: number): string =>
  leads < 30
    ? '.'
    : `; a rule that none of them breaks is broken by ${(300 / leads).toFixed(2)} % at most (95 %).`;
