import { grouped } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { billing } from '../../../contract/areas/billing.ts';
import { senders } from '../../../contract/areas/senders.ts';
import { KnownVerdicts } from '../../../domain/address/known-verdicts.ts';
import { burningFindings } from '../../../domain/attention/campaign-concerns.ts';
import { asking } from '../../../domain/launch/address-rules.ts';
import { withoutEchoes } from '../../../domain/launch/blockers.ts';
import { capacityProblems } from '../../../domain/launch/capacity-rules.ts';
import { copyFindings } from '../../../domain/launch/copy-rules.ts';
import {
  type Finding,
  type Findings,
  found,
  noLeads,
  none,
  problem,
  together,
} from '../../../domain/launch/problem.ts';
import { type RuleOf, rules } from '../../../domain/launch/rules.ts';
import {
  firstStepDelayed,
  outOfOfficeStops,
  scheduleProblems,
} from '../../../domain/launch/schedule-rules.ts';
import { senderProblems } from '../../../domain/launch/sender-rules.ts';
import { tagProblems } from '../../../domain/launch/tag-rules.ts';
import { takesLong } from '../../../domain/launch/takes-long.ts';
import {
  type ActiveWaiver,
  campaignRulesIn,
  inDoubt,
  rulesOfLeads,
  tagRuleIds,
  verdictOf,
} from '../../../domain/launch/verdict.ts';
import { campaignLimitsIn, gapsIn } from '../../../domain/mailbox/limits-in.ts';
import { tagsIn } from '../../../domain/merge-tags.ts';
import { stepDelays } from '../../../domain/sequence/step-copies.ts';
import { fact, whyOf } from '../../answer/fact.ts';
import { type StoredLooks, storingPlace, withStoredLooks } from '../../answer/stored-looks.ts';
import type { Surroundings } from '../../declare/command.ts';
import { judgeBounces } from '../../stop/guard-looks.ts';
import {
  type CampaignReading,
  campaignReads,
  readCampaign,
  settingsIn,
  warnLeftOut,
} from '../read-campaign.ts';
import { type ReadWordings, readWordings } from '../read-wordings.ts';
import { remedyOf, shownProblem } from '../remedies.ts';
import { leadsPage, type Walk, walkLeads } from '../walk-leads.ts';
import { digestOf, lookAgain } from './checked-digest.ts';
import { type LeadRuleOptions, leadRuleReads, leadRulesOf } from './lead-rules.ts';
import { limitsOfOthers, readOthers, readSharers, withUnstopped } from './other-campaigns.ts';
import { bestScore, readDns, readWarmUps, senderReads, stoppedAmong } from './read-senders.ts';
import { recipientFindings } from './recipient-findings.ts';

/** The operations that {@link checkCampaign} may call, for `uses`. */
export const checkReads = [
  ...campaignReads,
  ...leadRuleReads,
  ...senderReads,
  senders.get,
  billing.get,
] as const;

export interface CheckOptions extends Partial<LeadRuleOptions> {
  readonly waivers: readonly ActiveWaiver[];
  /** Only the rules of these areas; all where it is absent. */
  readonly only?: readonly RuleOf[] | undefined;
  /** Looks at so many leads at most. */
  readonly sample?: number | undefined;
  /** Looks at the campaign before its leads are read, and again where its status changes; what it throws ends the check. */
  readonly refuse?: ((reading: CampaignReading) => void) | undefined;
  /** The campaign file that it is started from. */
  readonly file?: string | undefined;
  /** Without the leads that it has: they have had all emails of a completed campaign. */
  readonly withoutLeads?: boolean | undefined;
}

export type Checked = Awaited<ReturnType<typeof checkCampaign>>;

/** The document of `campaigns check --json`. */
export type CheckResult = Checked['result'];

/** A last look shows the newest 200 leads, and the service lists none by category or time of change: so many are read again. */
const mostWalkedAgain = 10_000;

/** Holds a campaign against every rule of a launch. What the service does not tell is `unknown`. */
export async function checkCampaign(context: Surroundings, id: number, options: CheckOptions) {
  const before = context.service.pace.calls();
  const made = await withStoredLooks(storingPlace(context), (stored) => look(context, stored, id, options));
  const { findings, reading, looked, digest, checkedAt, people, tags, unread } = made;
  const { problems, ...verdict } = verdictOf(findings, options.waivers, {
    sampled: looked.sampled || unread !== undefined,
  });
  const { senders, campaign } = reading;
  const around = { id, status: campaign.status, senders, asked: options, file: options.file };
  const advised = problems.map((one) => ({ ...one, ...remedyOf(one, around) }));
  const result = {
    campaignId: id,
    passed: verdict.passed,
    problems: advised.map(shownProblem),
    unknown: verdict.unknown,
    waived: verdict.waived,
    looked: { ...looked, calls: context.service.pace.calls() - before },
    digest,
    checkedAt,
  };
  const unchanged = async () => {
    // While a question is open, much may change; else the leads were read a moment ago.
    const wasAsked = !context.screen.globals.yes && context.files.world.agent === undefined;
    const isWalked =
      wasAsked && people !== undefined && leadsPage < looked.leads && looked.leads <= mostWalkedAgain;
    const again = isWalked ? await walkLeads(context, id, () => [], { tags }) : { people, unread: undefined };
    const now = await lookAgain(context, id, { tags });
    if (now.reading.campaign.status !== reading.campaign.status) options.refuse?.(now.reading);
    if (now.digest === digest && again.people === people) return;
    const why = again.unread === undefined ? now.reading.why : { leads: again.unread };
    const [unread] = Object.entries(why).filter(([part]) => !(part in reading.why));
    if (unread === undefined) throw changedMeanwhile(id, reading.leads, now.reading.leads);
    // It may have changed, or not.
    throw new Failure(
      'service_error',
      `what campaign ${id} depends on could not be read again just before the start (${unread.join(': ')}); nothing was sent`,
      { retryable: true, hint: 'Run the command again in a moment.' },
    );
  };
  return {
    result,
    /** The problems of the result, with what is left to a person apart. */
    advised,
    findings,
    reading,
    /** Why only a part of the leads could be looked at. Where none could, their rules are unknown. */
    partly: made.isUnreadable ? undefined : unread,
    /** Looks again at what the check depends on. Throws `conflict` where something changed since. */
    unchanged,
    /** A digest of what the emails of all leads are made of, as they were then; undefined where none was looked at. */
    people,
    /** Those of the emails, with the signatures of mailboxes, which a later look does not read. */
    tags,
  };
}

/** More people than a question has named are a rise of what it costs. */
function changedMeanwhile(id: number, before = 0, after = 0): Failure {
  if (after > before)
    return new Failure(
      'quote_changed',
      `leads rose from ${grouped(before)} to ${grouped(after)} meanwhile; nothing was sent`,
      {
        hint: 'Run the command again to see and confirm the new figures.',
        extra: { before, after },
      },
    );
  const what = `campaign ${id}, its leads or mailboxes, the blocklist or the replies`;
  return new Failure('changed_meanwhile', `${what} changed since the launch checks; nothing was sent`, {
    hint: 'Run the command again: it checks what is there now.',
  });
}

async function look(context: Surroundings, stored: StoredLooks, id: number, options: CheckOptions) {
  const { only, sample, duplicates = 'running', fresh = false, events = [], optOuts } = options;
  const parts = ['detail', 'sequence', 'schedule', 'health', 'stats'] as const;
  const at = await context.service.targetNow();
  const reading = await readCampaign(context, id, parts, { newest: leadsPage });
  options.refuse?.(reading);
  warnLeftOut(context, reading);
  const wants = (...areas: RuleOf[]) => only === undefined || areas.some((area) => only.includes(area));
  const [others, copy] = await Promise.all([
    wants('recipients', 'senders', 'capacity') ? readOthers(context.service, id) : { value: [] },
    wants('copy', 'recipients') ? readCopy(context, reading) : undefined,
  ]);
  const mailboxes = wants('senders', 'capacity') ? await mailboxFindings(context, reading, others, at) : none;
  const judge = async () => {
    const asked = new KnownVerdicts();
    const verdicts = wants('recipients') ? asking(asked) : undefined;
    const parts = { reading, wordings: copy?.wordings, others, verdicts };
    const known = await leadRulesOf(context, stored, parts, { duplicates, fresh, events, optOuts });
    const walk = await walkLeads(context, id, known.rules, { sample, tags: copy?.tags });
    const { jobs } = known;
    if (!jobs) return { known, walk };
    const recipients = await recipientFindings(context, reading, walk, { jobs, asked });
    const more = await withUnstopped(context, reading, others.value ?? [], walk);
    return { known, walk, recipients: { ...recipients, problems: recipients.problems.map(more) } };
  };
  const isOfLeads = wants('copy', 'recipients') && !options.withoutLeads;
  const { known, walk, recipients } = isOfLeads
    ? await context.screen.progress('Checking the leads', judge)
    : {};
  const all = together(
    copy?.findings ?? none,
    walk ? leadFindings(reading, walk, copy, recipients?.problems) : none,
    found([], known?.unknown),
    found([], recipients?.unknown),
    mailboxes,
    scheduleProblems(reading.schedule, gapsIn(reading.detail, reading.schedule), reading.why.schedule),
    firstStepDelayed(stepDelays(reading.sequence), reading.why.sequence),
    wants('recipients') ? await burning(context, stored, reading, at) : none,
    outOfOfficeStops(settingsIn(reading), stepDelays(reading.sequence), reading.why.detail),
  );
  const isAsked = ({ rule }: { readonly rule: keyof typeof rules }) => wants(rules[rule].area);
  const leads = walk?.leads ?? 0;
  const ofLeads = walk ? walk.ofLeads : (reading.leads ?? null);
  return {
    reading,
    findings: found(withoutEchoes(all.problems.filter(isAsked)), all.unknown.filter(isAsked)),
    looked: {
      leads,
      ofLeads,
      sampled: sample !== undefined && (ofLeads === null || leads < ofLeads),
      calls: 0,
      ...(walk?.moved && { moved: true as const }),
    },
    digest: digestOf({
      reading,
      ...(known?.heads ?? { blocklist: undefined, replies: undefined, jobs: undefined }),
      tags: copy?.tags,
    }),
    checkedAt: new Date(await context.service.targetNow()).toISOString(),
    people: walk?.people,
    tags: copy?.tags,
    unread: walk?.unread,
    isUnreadable: walk?.isUnreadable,
  };
}

/** Every email that can go out, and what is wrong with it for every lead. */
export async function readCopy(context: Surroundings, reading: CampaignReading): Promise<ReadCopy> {
  const [{ wordings, unread }, profile] = await Promise.all([
    readWordings(context.service, reading),
    reading.sequence && fact(context, billing.get, {}),
  ]);
  if (!wordings) return { findings: inDoubt(none, campaignRulesIn('copy'), unread) };
  const texts: Parameters<typeof tagsIn>[0][number][] = [];
  for (const { subject, body, contentType: type } of wordings)
    texts.push({ copy: subject, type: 'text' }, { copy: body, type });
  return {
    ...{ wordings, unread },
    ...(unread === undefined && { tags: tagsIn(texts) }),
    findings: copyFindings(wordings, { postalAddress: profile?.postalAddress }, unread),
  };
}

interface ReadCopy extends ReadWordings {
  /** All of their tags; undefined where one may be in what cannot be read. */
  readonly tags?: ReadonlySet<string>;
  readonly findings: Findings;
}

function leadFindings(
  reading: CampaignReading,
  { counts, keys, leads, unread }: Walk,
  copy: ReadCopy | undefined,
  recipients: readonly Finding[] = [],
): Findings {
  if (leads === 0)
    return unread === undefined ? found([noLeads]) : inDoubt(none, ['no-leads', ...rulesOfLeads], unread);
  const ofTags = copy?.wordings ? tagProblems(counts, { wordings: copy.wordings, leads, keys }) : [];
  // A campaign that has sent has bounces of its own, and writes to those leads no more.
  const { campaign, detail } = reading;
  const own = campaign.stats?.bouncedLeadsCount ?? detail?.stats?.bouncedLeadsCount ?? 0;
  const problems: Finding[] = [];
  for (const one of recipients)
    problems.push(one.rule === 'bounced-before' && one.count <= own ? { ...one, severity: 'warn' } : one);
  for (const { fault, count, examples } of counts) {
    if (fault.rule !== 'unsubscribed') continue;
    const message = `${count} ${count === 1 ? 'lead has' : 'leads have'} unsubscribed`;
    problems.push(problem('unsubscribed', count, message, examples, 'block'));
  }
  // A part of the leads shows what is broken, and never that a rule holds.
  return inDoubt(inDoubt(found([...problems, ...ofTags]), rulesOfLeads, unread), tagRuleIds, copy?.unread);
}

/** What `guard` would pause it for, or has; by what looks of this machine kept. */
async function burning(
  context: Surroundings,
  stored: StoredLooks,
  reading: CampaignReading,
  at: number,
): Promise<Findings> {
  const look = { at: new Date(at).toISOString(), keeps: false };
  const { campaign, stats, why } = reading;
  const verdict = (await judgeBounces(stored, storingPlace(context), [reading], look)).get(campaign);
  const notShown = 'the service does not show how many people were contacted, and what became of them';
  if (!verdict) return inDoubt(none, ['bounces-high', 'complaints-high'], why.campaign ?? notShown);
  const known = found(burningFindings(campaign, verdict));
  const isKnown = stats?.emailCounts || !campaign.stats?.contactedLeadsCount;
  return inDoubt(known, ['complaints-high'], isKnown ? undefined : (why.stats ?? notShown));
}

async function mailboxFindings(
  context: Surroundings,
  reading: CampaignReading,
  others: Awaited<ReturnType<typeof readOthers>>,
  at: number,
): Promise<Findings> {
  const { senders: mailboxes, health, detail, schedule, why } = reading;
  if (!mailboxes) return inDoubt(none, campaignRulesIn('senders', 'capacity'), why.senders ?? 'not read');
  const minimumHealthScore = detail ? (settingsIn(reading).minimumHealthScore ?? null) : undefined;
  const [dns, warmUps, sharers, best] = await Promise.all([
    readDns(context.service, mailboxes),
    readWarmUps(context.service, mailboxes),
    readSharers(context, others.value ?? [], mailboxes),
    bestScore(context.service, mailboxes, minimumHealthScore ?? health?.minimumHealthScore),
  ]);
  const limits = detail && campaignLimitsIn(detail, schedule);
  const whyOthers = others.failure && whyOf(others.failure);
  return together(
    senderProblems({
      senders: mailboxes,
      health,
      minimumHealthScore,
      best,
      stopped: await stoppedAmong(storingPlace(context), mailboxes),
      why: why.health,
      dns,
      warmUps,
      at,
    }),
    capacityProblems({
      senders: mailboxes,
      limits,
      others: others.value && limitsOfOthers(others.value, sharers),
      at,
      why: limits ? whyOthers : (why.detail ?? why.schedule),
    }),
    inDoubt(takesLong({ ...reading, senders: mailboxes }, sharers, at), ['takes-long'], whyOthers),
  );
}
