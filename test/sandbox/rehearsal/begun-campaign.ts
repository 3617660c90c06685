import type { CampaignRecords } from '../../../src/domain/course/campaign-records.ts';
import { clockText, day, minute } from '../../../src/domain/window.ts';
import { setAnswerProfile } from '../../../src/sandbox/world/answers/answer-profile.ts';
import { addSender } from '../../../src/sandbox/world/mailboxes/senders.ts';
import { seededRandom } from '../../seeded-random.ts';
import { silence } from '../../silence.ts';
import { newOffice, type Office, people } from '../office.ts';

/** A campaign that has begun, its mailboxes, and those that run beside it. */
export interface BegunCampaign {
  readonly seed: number;
  readonly answering: boolean;
  readonly shared: boolean;
  readonly startAt: number;
  readonly mailboxes: readonly BegunMailbox[];
  readonly own: BegunPart;
  readonly others: readonly BegunPart[];
  /** When it is forecast, as a share of the time from its first email to its last. */
  readonly moment: number;
}

interface BegunMailbox {
  readonly age: number;
  readonly buildUp: boolean;
  readonly limit: number;
}

interface BegunPart {
  readonly leads: number;
  readonly delays: readonly number[];
  /** Places of its mailboxes. */
  readonly mailboxes: readonly number[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly schedule: Readonly<Record<string, unknown>>;
  /** Milliseconds after the start of the own one; negative where it began before. */
  readonly after: number;
}

const tuesday = Date.UTC(2027, 1, 2);

type Random = ReturnType<typeof drawing>;

const drawing = (random: () => number) => {
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  return {
    random,
    between,
    maybe: <T>(share: number, value: () => T): T | undefined => (random() < share ? value() : undefined),
    oneOf: <T>(values: readonly T[]): T => values[between(0, values.length - 1)] as T,
  };
};

/**
 * The same campaign for the same seed. It differs from those that are forecast before they begin: mailboxes are unequal,
 * weeks are those that people choose, at least two steps follow one another, and every second one shares its mailboxes.
 */
export function begunCampaign(seed: number, mostLeads: number): BegunCampaign {
  const draw = drawing(seededRandom(seed * 104_729 + 17));
  const { between, random, maybe } = draw;
  const shared = seed % 4 < 2;
  const mailboxes = Array.from({ length: between(1, 6) }, () => ({
    age: between(0, 150),
    buildUp: random() < 0.35,
    limit: random() < 0.4 ? between(3, 12) : between(15, 90),
  }));
  const places = mailboxes.map((_, index) => index);
  const others = Array.from({ length: shared ? between(1, 2) : 0 }, () => ({
    ...part(draw, mostLeads),
    mailboxes: some(draw, places),
    after: between(-20 * 1440, 10 * 1440) * minute,
  }));
  return {
    seed,
    answering: seed % 2 === 0,
    shared,
    startAt: tuesday + between(0, 28 * 1440) * minute,
    mailboxes,
    own: { ...part(draw, mostLeads), mailboxes: places, after: 0 },
    others,
    moment: maybe(0.2, () => 0) ?? random(),
  };
}

const weeks = ['1,2,3,4,5', '1,2,3,4,5', '1,2,3,4', '2,4', '0,1,2,3,4,5,6', '1,3,5', '3'] as const;

function part({ between, maybe, oneOf }: Random, mostLeads: number): Omit<BegunPart, 'mailboxes' | 'after'> {
  const start = 15 * between(0, 60);
  const end = Math.min(1439, start + 15 * between(8, 44));
  const least = between(2, 20);
  const perMailbox = maybe(0.5, () => between(4, 50));
  return {
    leads: between(20, mostLeads),
    delays: Array.from({ length: between(1, 4) }, () => oneOf([0, 1, 2, 3, 3, 4, 5, 7, 10, 14])),
    settings: {
      ...maybe(0.3, () => ({ dailyLimit: between(10, 120) })),
      ...(perMailbox && {
        maximumSendingLimitPerSenderEmail: perMailbox,
        maximumSendingLimitPerSenderEmailVariation: between(0, 50),
      }),
    },
    schedule: {
      daysSchedule: oneOf(weeks),
      startSchedule: clockText(start),
      endSchedule: clockText(end),
      minimumTimeBetweenEmails: least,
      maximumTimeBetweenEmails: Math.min(30, least + between(0, 15)),
    },
  };
}

/** At least one. */
function some({ random, oneOf }: Random, places: readonly number[]): number[] {
  const chosen = places.filter(() => random() < 0.6);
  return chosen.length > 0 ? chosen : [oneOf(places)];
}

export interface Begun {
  readonly office: Office;
  readonly id: number;
}

/** The world of a campaign, at the moment at which it starts. */
export async function begin(campaign: BegunCampaign): Promise<Begun> {
  const { seed, startAt, mailboxes, own, others } = campaign;
  const first = Math.min(startAt, ...others.map(({ after }) => startAt + after));
  const office = await newOffice(`begun ${seed}`, first);
  if (!campaign.answering) setAnswerProfile(office.sandbox.state, silence);
  const senders = mailboxes.map((mailbox, index) => mailboxIn(office, mailbox, index, first));
  const makeOf = (which: number, { leads, delays, settings, schedule, mailboxes: places }: BegunPart) =>
    office.campaign({
      senders: places.map((place) => senders[place] as number),
      settings,
      leads: people(leads, `begun${seed}c${which}x`),
      steps: [0, ...delays].map((delayDays, index) => ({
        order: index + 1,
        subject: `Step ${index + 1}`,
        body: 'Hi {firstName}',
        delayDays,
      })),
      schedule,
    });
  const ids: { id: number; at: number }[] = [];
  for (const [which, one] of [own, ...others].entries())
    ids.push({ id: await makeOf(which, one), at: startAt + one.after });
  const [id = 0] = ids.map((each) => each.id);
  for (const one of ids.sort((a, b) => a.at - b.at)) {
    // One beside it may start later than the own one is forecast: it does not count then.
    if (one.at > startAt) break;
    await office.sandbox.advance(one.at - office.sandbox.state.now());
    await office.call('POST', `/campaigns/${one.id}/resume`);
  }
  return { office, id };
}

function mailboxIn({ sandbox, db }: Office, mailbox: BegunMailbox, index: number, at: number): number {
  const id = addSender(sandbox.state, {
    workspaceId: 1,
    address: `box${index}@begun.example`,
    givenName: 'Ana',
    familyName: 'Berg',
    provider: 'google',
    connectedAt: at - mailbox.age * day,
    health: 95,
    toggleGradualBuildUp: mailbox.buildUp,
  });
  db.prepare('UPDATE sender SET current_daily_limit = ?1, maximum_limit = ?1 WHERE id = ?2').run(
    mailbox.limit,
    id,
  );
  return id;
}

export interface Sent {
  readonly first: number;
  readonly last: number;
}

/** A campaign that takes longer is not one that people run. */
const mostDays = 730;

/** Lets the sandbox send all of it: the moments of its first email and of its last; undefined where it takes too long. */
export async function sendAll({ office, id }: Begun): Promise<Sent | undefined> {
  for (let days = 0; days < mostDays; days += 73) {
    await office.sandbox.advance(73 * day);
    const { campaign } = await office.call('GET', `/campaigns/${id}`);
    if (campaign.status !== 'completed') continue;
    return office.rows<Sent>(
      `SELECT min(sent_at) AS first, max(sent_at) AS last FROM email WHERE campaign_id = ${id}`,
    )[0];
  }
  return undefined;
}

/** What the program reads for a forecast: the own campaign with its mailboxes, and those that run beside it. */
export async function readAll({ office, id }: Begun) {
  const { senderEmails } = await office.call('GET', `/sender-emails?campaignId=${id}&limit=200`);
  const ids = new Set<number>(
    senderEmails.flatMap((sender: { campaignIds: number[] }) => sender.campaignIds),
  );
  ids.delete(id);
  const others = await Promise.all([...ids].map((other) => recordsOf(office, other)));
  return {
    own: { ...(await recordsOf(office, id)), senders: senderEmails },
    others: others.filter(({ campaign }) => campaign.status === 'running'),
    now: office.sandbox.state.now(),
  };
}

async function recordsOf({ call }: Office, id: number): Promise<CampaignRecords> {
  const { campaign } = await call('GET', `/campaigns/${id}`);
  const { schedule } = await call('GET', `/campaigns/${id}/schedule`);
  const leads = await call('GET', `/leads?campaignId=${id}&limit=1`);
  return {
    id,
    campaign,
    detail: campaign,
    leads: leads.total,
    schedule,
    sequence: await call('GET', `/campaigns/${id}/sequence`),
    stats: await call('GET', `/campaigns/${id}/stats`),
    why: {},
  };
}
