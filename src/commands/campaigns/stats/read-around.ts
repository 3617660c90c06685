import { readAnyway } from '../../../cli/answer/fact.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { findInPages } from '../../../cli/find/find-in-pages.ts';
import { type CampaignReading, readCampaign } from '../../../cli/launch/read-campaign.ts';
import { readSharing } from '../../../cli/launch/read-sharing.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { blockersOf } from '../../../domain/launch/blockers.ts';
import { namedIn } from '../../../domain/launch/problem.ts';
import { sendFactsIn } from '../../../domain/why/send-facts.ts';
import { sendingRate } from '../../../domain/why/sending-rate.ts';
import { partNames } from '../launch/read-why.ts';
import { type End, expectedEnd, type Stats } from './expected-end.ts';

export interface Around {
  readonly id: number;
  readonly campaign: CampaignReading['campaign'];
  readonly leads: number | undefined;
  readonly now: number;
  readonly end: End;
  /** How much it may send in a day, and what binds; undefined where it is over, or that is not known. */
  readonly rate: string | undefined;
  readonly unread: readonly string[];
}

/** So many other campaigns on the same mailboxes are read: four calls each. */
const mostOthers = 2;

const parts = ['detail', 'sequence', 'schedule'] as const;

/** The campaign around its statistics: five reads, a few more where others share its mailboxes. None has to succeed. */
export async function readAround(context: Context, id: number, stats: Stats): Promise<Around> {
  const now = await context.service.targetNow();
  const own = await readOwn(context, id);
  const reading = { ...own, stats };
  const { status } = reading.campaign;
  const facts = sendFactsIn(reading, { at: now });
  const causes = status === 'completed' ? [] : blockersOf(facts).map(namedIn);
  const sharing =
    status === 'completed' || causes.length > 0
      ? undefined
      : await readAnyway(campaigns.list, () => readSharing(context, reading, mostOthers));
  const { end, ...next } = await expectedEnd(reading, {
    now,
    causes,
    sharing: sharing?.failure ? undefined : sharing?.value,
    signal: context.files.world.signal,
  });
  return {
    id,
    campaign: reading.campaign,
    leads: reading.leads,
    now,
    end,
    rate: status === 'completed' ? undefined : sendingRate(facts, next),
    unread: Object.keys(reading.why).map((part) => partNames[part as keyof typeof partNames]),
  };
}

async function readOwn(context: Context, id: number): Promise<CampaignReading> {
  const options = { lean: true, ownSchedule: true, reader: readAnyway };
  const { value, failure } = await readAnyway(campaigns.list, () =>
    readCampaign(context, id, parts, options),
  );
  if (failure) {
    const { message } = failure;
    const campaign = { id, name: `Campaign ${id}` };
    const why = { campaign: message, leads: message, senders: message, detail: message };
    return { id, campaign, leads: undefined, newest: [], senders: undefined, why };
  }
  if (value.campaign.stats) return value;
  // The detail record may lack the figures by people, which lists have.
  const listed = await readAnyway(campaigns.list, (list) =>
    findInPages(context.service.api.pages(list, {}, { pageSize: 200 }), id),
  );
  return listed.value
    ? { ...value, campaign: { ...listed.value, ...value.campaign, stats: listed.value.stats } }
    : value;
}
