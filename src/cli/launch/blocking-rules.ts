import { Failure, isStop } from '../../base/errors.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Finding, Findings, Unknown, Waiver } from '../../domain/launch/problem.ts';
import { type RuleId, ruleIds } from '../../domain/launch/rules.ts';
import { type ActiveWaiver, type Verdict, verdictOf, type Waived } from '../../domain/launch/verdict.ts';
import type { Screen, Surroundings } from '../declare/command.ts';
import type { ChecksPassed } from '../declare/quote.ts';
import { accountOf } from '../profile/account.ts';

export const blockingIn = <P extends Finding>(problems: readonly P[]): readonly P[] =>
  problems.filter(({ severity }) => severity === 'block');

/** Each rule once, however many problems it has. */
export const brokenRules = (problems: readonly Pick<Finding, 'rule'>[]): readonly RuleId[] => [
  ...new Set(problems.map(({ rule }) => rule)),
];

/** The service itself starts no campaign that lacks one of these. */
const neededToStart: readonly RuleId[] = [
  'no-steps',
  'no-leads',
  'none-attached',
  'all-disconnected',
  'no-day',
];

/** How a person lets go out what the rules stop. */
export const acceptHint = (blocking: readonly Pick<Finding, 'rule'>[], file?: unknown): string => {
  const broken = brokenRules(blocking);
  if (broken.some((rule) => neededToStart.includes(rule)))
    return 'A campaign cannot start without its leads, emails, mailboxes and sending days.';
  const options = broken.map((rule) => `--accept ${rule}="<reason>"`);
  const fix = typeof file === 'string' ? `Change ${file} and run the same command again` : 'Fix it';
  return `${fix}, or let it go out with a reason: ${options.join(' ')}`;
};

/** What a waiver lets go, for a question. */
export const waivedText = ({ rule, reason, by, message }: Waived): string =>
  `Accepted, ${rule} (${by}): ${reason}${message === null ? '' : `; found: ${message}`}`;

/** Writes into the journal which waivers let go what was found, for a call that is not written there itself. */
export async function noteWaived(
  { service, files, screen }: Surroundings,
  { id, summary }: AnyOperation,
  waived: readonly Waived[],
): Promise<void> {
  const used = waived.filter(({ message }) => message !== null);
  if (used.length === 0) return;
  const { profile, target } = service.settings;
  try {
    await (await files.world.journal.open()).note(
      {
        profile: profile ?? 'environment',
        operation: id,
        summary: `${summary}; accepted: ${[...new Set(used.map(({ rule }) => rule))].join(', ')}`,
        agreed: used.map(waivedText),
        call: { account: accountOf(service.settings), target, by: 'accepted by --accept or the profile' },
      },
      files.world.clock.now(),
    );
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    screen.warn(`The journal does not have what was accepted: ${error.message}`);
  }
}

const unchecked = 'Not checked, ';

/** Rules that nothing is known about, those with one reason in one line. */
export function notChecked(unknown: readonly Unknown[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { rule, why } of unknown) byReason.set(why, [...(byReason.get(why) ?? []), rule]);
  return [...byReason].map(([why, rules]) => `${unchecked}${rules.join(', ')}: ${why}`);
}

/** What the rules found, for a question. */
export const verdictLines = ({ problems, waived, unknown }: Omit<Verdict, 'passed'>): string[] => [
  ...problems.map(({ rule, message }) => `Warning, ${rule}: ${message}`),
  ...waived.map(waivedText),
  ...notChecked(unknown),
];

/** What blocks, below an error, with the sign that a screen shows before it. */
export const foundLine = ({ rule, message }: Finding): string => `✗ ${rule}: ${message}`;

/** That rules block; `of` names what, in the error. */
export function blockedBy(
  { problems, unknown, waived }: Omit<Verdict, 'passed'>,
  message: string,
  of: Readonly<Record<string, unknown>>,
): Failure {
  const blocking = blockingIn(problems);
  return new Failure('checks_failed', message, {
    hint: [...blocking.map(foundLine), acceptHint(blocking, of.file)].join('\n'),
    extra: { ...of, problems, unknown, waived },
  });
}

/** Those of the line, then those of the profile that still hold and that the line does not give itself. */
export function activeWaivers(
  { service, files }: Pick<Surroundings, 'service' | 'files'>,
  given: readonly Waiver[] = [],
): ActiveWaiver[] {
  const ofLine = new Map<RuleId, ActiveWaiver>();
  for (const waiver of given) ofLine.set(waiver.rule, { ...waiver, by: '--accept', until: null });
  const waivers = [...ofLine.values()];
  const { profile } = service.settings;
  const standing = profile === null ? [] : (files.profiles.get(profile)?.accept ?? []);
  for (const { rule: name, reason, until = null } of standing) {
    const rule = ruleIds.find((id) => id === name);
    const isOver = until !== null && Date.parse(until) <= files.world.clock.now();
    if (rule && !isOver && !ofLine.has(rule)) waivers.push({ rule, reason, by: `profile ${profile}`, until });
  }
  return waivers;
}

/** Throws `ended-badly` where a rule blocks that is not waived. */
export function refuseBlocked(
  launch: { readonly campaignId: number } | { readonly runId: number },
  findings: Findings,
  waivers: readonly ActiveWaiver[],
): ChecksPassed {
  const verdict = verdictOf(findings, waivers, { sampled: false });
  if (verdict.passed !== false) return { lines: verdictLines(verdict), waived: verdict.waived };
  const name = 'runId' in launch ? `run ${launch.runId}` : `campaign ${launch.campaignId}`;
  throw blockedBy(verdict, `launch checks of ${name} failed, so nothing was done`, launch);
}

export const together = (...all: readonly ChecksPassed[]): ChecksPassed => ({
  lines: all.flatMap(({ lines }) => lines),
  waived: all.flatMap(({ waived }) => waived),
});

/** Says the lines where no question shows them. */
export function saidWithYes<P extends Pick<ChecksPassed, 'lines'>>(
  { globals, note, warn }: Pick<Screen, 'globals' | 'note' | 'warn'>,
  passed: P,
): P {
  if (globals.yes && !globals.dryRun)
    for (const line of passed.lines) (line.startsWith(unchecked) ? warn : note)(line);
  return passed;
}
