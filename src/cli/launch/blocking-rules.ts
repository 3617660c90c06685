import { Failure } from '../../base/errors.ts';
import type { Finding, Findings, Waiver } from '../../domain/launch/problem.ts';
import { type RuleId, ruleIds } from '../../domain/launch/rules.ts';
import { type ActiveWaiver, verdictOf, type Waived } from '../../domain/launch/verdict.ts';
import type { Screen, Surroundings } from '../declare/command.ts';

export const blockingIn = <P extends Finding>(problems: readonly P[]): readonly P[] =>
  problems.filter(({ severity }) => severity === 'block');

/** Each rule once, however many problems it has. */
export const brokenRules = (problems: readonly Pick<Finding, 'rule'>[]): readonly RuleId[] => [
  ...new Set(problems.map(({ rule }) => rule)),
];

/** Below an error, with the sign that a screen shows before what blocks. */
export const foundLine = ({ rule, message }: Finding): string => `✗ ${rule}: ${message}`;

/** The service itself starts no campaign that lacks one of these. */
const neededToStart: readonly RuleId[] = [
  'no-steps',
  'no-leads',
  'none-attached',
  'all-disconnected',
  'no-day',
];

/** How a person lets go out what the rules stop. */
export const acceptHint = (blocking: readonly Pick<Finding, 'rule'>[]): string => {
  const broken = brokenRules(blocking);
  if (broken.some((rule) => neededToStart.includes(rule)))
    return 'A campaign cannot start without its leads, emails, mailboxes and sending days.';
  const options = broken.map((rule) => `--accept ${rule}="<reason>"`);
  return `Fix it, or let it go out with a reason: ${options.join(' ')}`;
};

/** What does not stop it, for a question. */
export const warningText = ({ rule, message }: Finding): string => `Warning, ${rule}: ${message}`;

/** What a waiver lets go, for a question. */
export const waivedText = ({ rule, reason, by, message }: Waived): string =>
  `Accepted, ${rule} (${by}): ${reason}${message === null ? '' : `; found: ${message}`}`;

/** Those of the line, then those of the profile that still hold and that the line does not give itself. */
export function activeWaivers(
  { service, files }: Pick<Surroundings, 'service' | 'files'>,
  given: readonly Waiver[] = [],
): ActiveWaiver[] {
  const ofLine = given.map((waiver) => ({ ...waiver, by: '--accept', until: null }));
  const { profile } = service.settings;
  const standing = profile === null ? [] : (files.profiles.get(profile)?.accept ?? []);
  return [
    ...new Map(ofLine.map((waiver) => [waiver.rule, waiver])).values(),
    ...standing.flatMap(({ rule: name, reason, until = null }) => {
      const rule = ruleIds.find((id) => id === name);
      const isOver = until !== null && Date.parse(until) <= files.world.clock.now();
      const isGiven = ofLine.some((waiver) => waiver.rule === rule);
      return rule && !isOver && !isGiven ? [{ rule, reason, by: `profile ${profile}`, until }] : [];
    }),
  ];
}

/** What is about to send: a campaign, or a run that has none yet. */
type Launch = { readonly campaignId: number } | { readonly runId: number };

/** Lines for the question about what the rules found. Throws `ended-badly` where a rule blocks that is not waived. */
export function refuseBlocked(
  launch: Launch,
  findings: Findings,
  waivers: readonly ActiveWaiver[],
): readonly string[] {
  const { passed, problems, unknown, waived } = verdictOf(findings, waivers, { sampled: false });
  if (passed !== false)
    return [
      ...problems.map(warningText),
      ...waived.map(waivedText),
      ...unknown.map(({ rule, why }) => `${unchecked}${rule}: ${why}`),
    ];
  const blocking = blockingIn(problems);
  throw new Failure('checks_failed', `launch checks of ${nameOf(launch)} failed, so nothing was done`, {
    hint: [...blocking.map(foundLine), acceptHint(blocking)].join('\n'),
    extra: { ...launch, problems, unknown, waived },
  });
}

const unchecked = 'Not checked, ';

/** Gives the lines, and says them where no question shows them; what is not checked was said when it was read. */
export function saidWithYes(
  { globals, note }: Pick<Screen, 'globals' | 'note'>,
  lines: readonly string[],
): readonly string[] {
  const news = lines.filter((line) => !line.startsWith(unchecked));
  if (globals.yes && !globals.dryRun) for (const line of news) note(line);
  return lines;
}

const nameOf = (launch: Launch): string =>
  'runId' in launch ? `run ${launch.runId}` : `campaign ${launch.campaignId}`;
