import { counted } from '../../../base/counted.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { lineOf } from '../../../cli/advice/line-of.ts';
import { tryRead, whyOf } from '../../../cli/answer/fact.ts';
import { storingPlace, withStoredLooks } from '../../../cli/answer/stored-looks.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { bestScore } from '../../../cli/launch/check/read-senders.ts';
import { type CampaignReading, readCampaign, warnLeftOut } from '../../../cli/launch/read-campaign.ts';
import { campaignsBeside } from '../../../cli/launch/read-sharing.ts';
import { messageOf, remedyOf } from '../../../cli/launch/remedies.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { stoppedFromHere } from '../../../cli/stop/by-limits.ts';
import { judgeBounces } from '../../../cli/stop/guard-looks.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { limits } from '../../../contract/limits.ts';
import * as s from '../../../contract/schema/schema.ts';
import { burningConcerns } from '../../../domain/attention/campaign-concerns.ts';
import { isAtRest, isPaused } from '../../../domain/item-states.ts';
import { minimumIn } from '../../../domain/launch/sender-rules.ts';
import type { Neighbour } from '../../../domain/why/cause.ts';
import { followUpsIn } from '../../../domain/why/due.ts';
import { sendCauses, sentOn } from '../../../domain/why/send-causes.ts';
import { sendFactsIn } from '../../../domain/why/send-facts.ts';

export const whyEntries = {
  campaignId: s.id(),
  sends: s.nullable(s.boolean()),
  causes: s.array(
    s.object({
      cause: s.string(),
      binding: s.boolean(),
      message: s.fromOthers(s.string()),
      command: s.nullable(s.string()),
    }),
  ),
};

export const whyFields = s.object(whyEntries);

export type Why = s.DocumentOf<typeof whyFields>;

/** Reads the campaign, and what holds it up: of a person's screen the paths that are guessed and not there, too. */
export async function readWhy(context: Context, id: number): Promise<Why> {
  const reading = await readCampaign(context, id, ['detail', 'sequence', 'schedule', 'health', 'stats']);
  // Its place in the list alone says nothing of what holds it up.
  const { faults: { detail, schedule, sequence, health, stats } = {}, senders } = reading;
  if (detail && schedule && sequence && health && stats && senders === undefined) throw detail;
  if (context.screen.isForPeople) warnLeftOut(context, reading, true);
  const { campaign } = reading;
  const at = await context.service.targetNow();
  const { neighbours, unread } =
    campaign.status === 'running' ? await neighboursOf(context, reading, at) : { neighbours: [], unread: [] };
  const known = {
    at,
    neighbours,
    unread: [...unreadParts(reading), ...unread],
    stopped: stoppedFromHere(context.files.world, context.service.settings),
  };
  const facts = sendFactsIn(reading, known);
  const best = await bestScore(context.service, facts.senders, minimumIn(facts));
  const { sends, causes } = sendCauses({ ...facts, best });
  const around = { id, status: campaign.status, senders: facts.senders, stopped: facts.stopped };
  const burning = await burningIn(context, reading, at);
  const found = causes.map(({ cause, binding, message, finding }) => {
    const { fix, byHand } = remedyOf(
      finding ?? { rule: cause, severity: 'warn', count: 1, message, examples: [] },
      around,
    );
    // One that is to be paused is not to send more.
    const command = burning.length > 0 ? null : fix;
    return { cause, binding, message: messageOf({ message, byHand }), command };
  });
  return { campaignId: id, sends, causes: [...found, ...burning] };
}

/** Its mail bounces, or is reported as spam: by what looks of `status` and `guard` kept. Of one that is paused, whether `guard` did it. */
async function burningIn(context: Context, reading: CampaignReading, at: number): Promise<Why['causes']> {
  const { campaign, id } = reading;
  const rests = isAtRest(campaign);
  if (rests && !isPaused(campaign)) return [];
  const place = storingPlace(context);
  const look = { at: new Date(at).toISOString(), keeps: false };
  const verdicts = await withStoredLooks(place, (stored) => judgeBounces(stored, place, [reading], look));
  const verdict = verdicts.get(campaign);
  if (rests && !verdict?.held) return [];
  const guard = lineOf(advise('campaigns guard', { campaigns: id, pause: true }));
  const command = (rests ? undefined : guard) ?? null;
  const causes: Why['causes'][number][] = [];
  const named = { ...campaign, name: inline(campaign.name) };
  for (const { kind: cause, message, severity } of burningConcerns({ campaign: named, verdict }))
    if (severity === 'fail') causes.push({ cause, binding: false, message, command });
  return causes;
}

/** Health adds nothing where the settings show the minimum, and the number of leads nothing to the figures. */
const unreadParts = ({ why, detail, stats }: CampaignReading): string[] =>
  (Object.keys(partNames) as (keyof typeof partNames)[]).flatMap((part) => {
    const reason = why[part];
    const isKnown = (part === 'health' && detail) || (part === 'leads' && stats);
    return reason === undefined || isKnown ? [] : [`${partNames[part]}: ${reason}`];
  });

/** Parts of a campaign in a line about what could not be read, in its order. */
const partNames: Readonly<Record<keyof CampaignReading['why'], string>> = {
  campaign: 'its name and status',
  detail: 'its settings',
  schedule: 'its schedule',
  sequence: 'its sequence',
  stats: 'its statistics',
  senders: 'its mailboxes',
  leads: 'its leads',
  health: 'its health',
};

/** So many campaigns on the same mailboxes are read; of more, nothing is known. */
const mostNeighbours = 20;

/** The other campaigns that have sent, or send, from the mailboxes of this one: one read each. */
async function neighboursOf(
  context: Context,
  reading: CampaignReading,
  at: number,
): Promise<{ neighbours: Neighbour[]; unread: string[] }> {
  const beside = await campaignsBeside(context.service, reading);
  const whyNot = beside.why && `what other campaigns send from its mailboxes: ${beside.why}`;
  const others = beside.others.filter(({ status }) => status !== 'draft');
  const reads = await Promise.all(
    others
      .slice(0, mostNeighbours)
      .map(({ id }) => tryRead(context.service, campaigns.stats, { params: { id } })),
  );
  const neighbours: Neighbour[] = [];
  let failed: string | undefined;
  for (const [index, { id, name, status, stats }] of others.entries()) {
    const { value: figures, failure } = reads[index] ?? {};
    neighbours.push({
      id,
      name: inline(name),
      isRunning: status === 'running',
      mailboxes: stats?.senderEmailsTotal ?? undefined,
      sentToday: figures?.daily ? sentOn(figures.daily, at) : undefined,
      followUps: followUpsIn(figures),
      longestGap: limits.timeBetweenEmails[1],
    });
    if (failure) failed ??= `what campaign ${id}: ${whyOf(failure)}`;
  }
  const left = others.length - mostNeighbours;
  const unread: string[] = [];
  if (whyNot !== undefined) unread.push(whyNot);
  if (failed !== undefined) unread.push(failed);
  if (left > 0)
    unread.push(
      `what ${counted(left, 'more campaign sends', 'more campaigns send')} from the same mailboxes`,
    );
  return { neighbours, unread };
}
