import { type Amounts, amountsOf } from '../../cli/spending/amounts.ts';
import type { Intent, IntentState, Journal } from '../../client/guard/journal.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { copilot } from '../../contract/areas/copilot.ts';
import type { AnyInput } from '../../contract/operation.ts';
import { redact } from '../../contract/redact.ts';
import * as s from '../../contract/schema/schema.ts';
import { objectOf, type Request } from './object.ts';

/** How far a call is, as scripts read it. */
const states: Readonly<Record<IntentState, 'open' | 'done' | 'not-done' | 'unknown'>> = {
  prepared: 'open',
  sent: 'open',
  unknown: 'unknown',
  done: 'done',
  'not-done': 'not-done',
};

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

export const entryFields = s.object({
  id: s.id(),
  operation: s.string(),
  state: s.oneOf(['open', 'unknown', 'done', 'not-done']),
  effect: s.oneOf(['none', 'spends', 'buys', 'sends']),
  startedAt: s.timestamp(),
  ...s.each(['summary', 'object'], s.fromOthers(s.string())),
  credits: s.integer(),
  usd: s.number(),
  people: s.integer(),
  atMost: s.boolean(),
  profile: s.string(),
  target: s.oneOf(['live', 'sandbox']),
  ...s.each(['sentAt', 'finishedAt', 'toldAt'], s.timestamp()),
  ...s.each(['remark', 'host', 'user'], s.string()),
});

export type Entry = ReturnType<typeof entryOf>;

function entryOf(intent: Intent, object: string | null, { credits, usd, people, atMost }: Amounts) {
  return {
    id: intent.id,
    operation: intent.operation,
    state: states[intent.state],
    effect: intent.effect,
    startedAt: time(intent.startedAt),
    summary: redact(intent.summary),
    object: object === null ? null : redact(object),
    credits,
    usd,
    people,
    atMost,
    profile: intent.profile,
    target: intent.target,
    sentAt: time(intent.sentAt),
    finishedAt: time(intent.finishedAt),
    toldAt: time(intent.acknowledgedAt),
    remark: intent.remark === undefined ? null : redact(intent.remark),
    host: intent.madeBy?.host ?? null,
    user: intent.madeBy?.user ?? null,
  };
}

/** The same calls with what each cost and is about. */
export async function entriesOf(
  journal: Pick<Journal, 'newestDone'>,
  intents: readonly Intent[],
): Promise<Entry[]> {
  const inCampaigns = intents.filter(({ request }) => /campaigns\/\d|"campaignId"/.test(request));
  const names = await campaignNames(journal, inCampaigns);
  const entries: Entry[] = [];
  for (const intent of intents) {
    const request: Request = JSON.parse(intent.request);
    const object = objectOf(request, (campaignId) => names.get(`${intent.account} ${campaignId}`));
    entries.push(entryOf(intent, object, amountsOf(intent, (request?.input ?? {}) as AnyInput)));
  }
  return entries;
}

export async function entryFrom(journal: Pick<Journal, 'newestDone'>, intent: Intent): Promise<Entry> {
  const [entry] = await entriesOf(journal, [intent]);
  if (entry === undefined) throw new Error('one call gives one entry');
  return entry;
}

/** What a call does, in a few words: its summary without its effect and its details. */
export const whatOf = ({ summary }: Pick<Entry, 'summary'>): string =>
  summary.replace(/ \(.*\)$/s, '').replace(/[:;] .*$/s, '');

/** A person should look at it: its outcome is unknown or not acknowledged. */
export const isOpen = ({ acknowledgedAt }: Pick<Intent, 'acknowledgedAt'>): boolean =>
  acknowledgedAt === undefined;

/** Of an account, from the calls that made its campaigns: the names they were made with. */
async function campaignNames(
  journal: Pick<Journal, 'newestDone'>,
  intents: readonly Pick<Intent, 'account'>[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const account of new Set(intents.map((intent) => intent.account)))
    for (const { id } of [campaigns.create, copilot.launch])
      for (const made of await journal.newestDone(account, id, most)) {
        const campaign = madeBy(made);
        if (campaign) names.set(`${account} ${campaign.id}`, campaign.name);
      }
  return names;
}

const most = 1000;

function madeBy({ request, answer }: Intent): { id: unknown; name: string } | undefined {
  const name = JSON.parse(request)?.input?.body?.name;
  const body = answer === undefined ? undefined : JSON.parse(answer).body;
  const id = body?.campaignId ?? body?.campaign?.id ?? body?.id;
  return typeof name === 'string' && id !== undefined ? { id, name } : undefined;
}
