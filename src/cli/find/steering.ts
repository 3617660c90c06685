import { firstOf } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { plainWords } from '../../base/text/plain-words.ts';
import type { Approval, Covers } from '../../client/api/approval.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { type leadCategories, leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';
import { writesAtOnce } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation, Input, ItemOf, Steers } from '../../contract/operation.ts';
import { isStricter } from '../../domain/stricter.ts';
import type { GateParts, Mailing } from '../consent/deal.ts';
import type { Surroundings } from '../declare/command.ts';
import type { Approve } from '../declare/quote.ts';
import { inline } from '../output/text/inline.ts';
import { changedFields } from './changed-fields.ts';
import { allIn } from './find-in-pages.ts';
import { joiningLeads, waysOf } from './joining-leads.ts';
import { ifReadable } from './names.ts';
import { mailingOf, receivingCampaign } from './receiving-campaign.ts';

/**
 * Asks a person about a call that changes what goes out already, where that is so. Throws as every question does;
 * gives the approval of exactly this call; undefined where nothing goes out.
 */
export async function approveSteering(
  context: Surroundings,
  approve: Approve,
  operation: AnyOperation,
  input: AnyInput,
): Promise<Approval | undefined> {
  const facts = await steeredBy(context, operation, input);
  if (facts === undefined) return undefined;
  const question = asking(operation, facts);
  const changes = changesAny(facts);
  return approve(operation, input, () => ({ spend: {}, facts: [...facts], question, changes }), {
    always: true,
  });
}

/** `Change the given settings of a campaign (campaign 1 "Autumn", running)`. */
const asking = ({ summary }: AnyOperation, [which = '']: readonly string[]): string =>
  `${summary} (${which.slice(0, 1).toLowerCase()}${which
    .slice(1)
    .replace(/^ampaign:/, 'ampaign')
    .replace(/\.$/, '')})`;

/** What joining means for people; where it writes to none of them, and a person agrees, also what changes for others. */
export async function mailingOrSteering(
  parts: Surroundings,
  { person, covers }: Pick<GateParts, 'person'> & { readonly covers: Covers | undefined },
  operation: AnyOperation,
  input: AnyInput,
): Promise<Mailing | undefined> {
  if (operation.steers === 'campaign') {
    const facts = await steeredBy(parts, operation, input);
    return facts
      ? { sends: true, facts, question: asking(operation, facts), changes: changesAny(facts) }
      : { sends: false, facts: [] };
  }
  const joining = await mailingOf(parts, operation, input);
  if (joining === undefined) return undefined;
  const { findingProfile } = await import('./finding-profile.ts');
  const mailing = withMore(joining, await findingProfile(parts.service, operation, input));
  if (person === undefined) return mailing;
  if (mailing.sends) {
    return covers === 'series'
      ? mailing
      : withMore(mailing, await joiningLeads(parts.service, operation, input));
  }
  const steered = await steeredBy(parts, operation, input, covers === 'series');
  return steered ? { ...mailing, steers: true, facts: [...mailing.facts, ...steered] } : mailing;
}

const withMore = (mailing: Mailing, more: Pick<Mailing, 'facts' | 'binds'> | undefined): Mailing =>
  more ? { ...mailing, ...more, facts: [...mailing.facts, ...more.facts] } : mailing;

/** Facts for the question; undefined where nothing that goes out changes. `isFirst`: more calls follow under it. */
const steeredBy = async (
  parts: Surroundings,
  { steers }: AnyOperation,
  input: AnyInput,
  isFirst = false,
): Promise<readonly string[] | undefined> => {
  if (steers === undefined) return undefined;
  try {
    const facts = factsOf[steers];
    return typeof facts === 'function' ? await facts(parts, input, isFirst) : facts;
  } catch (error) {
    // What is not listed may go out.
    if (!(error instanceof Failure) || !error.is('incomplete_list')) throw error;
    return [`What goes out now is not known: ${error.message}`];
  }
};

const factsOf: Readonly<
  Record<
    Steers,
    | readonly string[]
    | ((parts: Surroundings, input: AnyInput, isFirst: boolean) => Promise<readonly string[] | undefined>)
  >
> = {
  async campaign(parts, { params, body }) {
    const { id, name = '', status } = await receivingCampaign(parts, params?.id as number);
    if (!writesAtOnce(status)) return undefined;
    const change = (body ?? {}) as object;
    const now = await settingsOf(parts, id, change);
    if (isStricter(now, change)) return undefined;
    const mailboxes = await mailboxesIn(parts, id, change);
    if (mailboxes?.length === 0) return undefined;
    const state = typeof status === 'string' ? inline(status) : 'its status is not known';
    return [
      `Campaign: ${id} "${inline(name)}", ${state}`,
      'It sends with this change from now on.',
      ...(mailboxes
        ? [`More mailboxes that it sends from: ${firstOf(mailboxes, 10)}`]
        : changedFields(now, change)),
    ];
  },
  'any campaign': ofAnyCampaign,
  async mailbox(parts, input) {
    const sending = await ofAnyCampaign(parts);
    const { signature } = (input as Input<typeof senders.update>).body;
    // The approval of a launch does not cover it: a mailbox shows its signature only one by one.
    return signature === undefined
      ? sending
      : [...(sending ?? []), 'Every email of the mailbox ends with this signature from now on.'];
  },
  async lead(parts, { params }) {
    const { lead } = await parts.service.api(leads.get, { params } as Input<typeof leads.get>);
    const facts = await ofLeads(parts, [lead.email]);
    return facts && [`Lead ${lead.id}: ${inline(lead.email)}`, ...facts];
  },
  async refusal(parts, { params, body }) {
    const { lead } = await parts.service.api(leads.get, { params } as Input<typeof leads.get>);
    const { category } = body as Input<typeof leads.setCategory>['body'];
    if (!refusals.some((tag) => tag === lead.tag) || category === lead.tag) return undefined;
    return [
      `Lead ${lead.id}: ${inline(lead.email)}, ${plainWords(lead.tag ?? '')}. After that, campaigns may email it again.`,
    ];
  },
  leads(parts, input, isFirst) {
    const { body } = input as Input<typeof leads.upsert>;
    const addresses = new Set(body.leads.flatMap(({ email }) => waysOf(email)));
    return ofLeads(parts, isFirst ? undefined : [...addresses]);
  },
  async profile(parts, { params }) {
    const { approvedRuns } = await import('./approved-runs.ts');
    const runs = (await approvedRuns(parts.service)).filter(
      ({ icpId }) => String(icpId) === String(params?.id),
    );
    return runs.length === 0
      ? undefined
      : runs.map(({ id }) => `Autopilot run ${id} finds its people by this profile.`);
  },
  'blocked people': ['Campaigns can email these people again.'],
  invoices: ['All invoices from now on show these details.'],
  keys: ['The new key has none of the protected settings of this profile.'],
};

async function ofAnyCampaign(parts: Surroundings): Promise<readonly string[] | undefined> {
  const sending = await sendingNow(parts);
  return sending.length === 0 ? undefined : [`Campaigns that send now: ${named(sending)}`];
}

type Known = Readonly<Record<string, unknown>>;

/** Those of a campaign that a change names, as far as they can be read. */
async function settingsOf({ service }: Surroundings, id: number, change: object): Promise<Known> {
  const named = Object.keys(change);
  if (named.every((name) => name === 'senderEmailIds')) return {};
  const read = await ifReadable(service.api(campaigns.get, { params: { id } }));
  const known: Known = { ...read?.campaign.schedule, ...read?.campaign, ...read?.campaign.settings };
  if (named.every((name) => known[name] !== undefined)) return known;
  const hours = await ifReadable(service.api(campaigns.getSchedule, { params: { id } }));
  return { ...hours?.schedule, ...known };
}

/** Those that a change attaches and that the campaign lacks; undefined where it attaches none. */
async function mailboxesIn(
  { service }: Surroundings,
  campaign: number,
  { senderEmailIds: ids }: { readonly senderEmailIds?: unknown },
): Promise<string[] | undefined> {
  if (!Array.isArray(ids)) return undefined;
  const all = await ifReadable(allIn(service.api.pages(senders.list, {})));
  const listed = new Map(all?.map((one) => [String(one.id), one]));
  const joining: string[] = [];
  for (const id of ids.map(String)) {
    const { address, campaignIds } = listed.get(id) ?? {};
    const isThere = campaignIds?.map(String).includes(String(campaign));
    if (!isThere) joining.push(address ? `${id} (${inline(address)})` : id);
  }
  return joining;
}

/** Whether {@link changedFields} found any whose old value is known. */
const changesAny = (facts: readonly string[]): boolean => facts.some((fact) => /^[\w ]+: .* → /s.test(fact));

/** Categories for which launch checks leave a lead out. */
const refusals: readonly (typeof leadCategories)[number][] = ['not_interested', 'bounced'];

type Campaign = ItemOf<typeof campaigns.list>;

/** Drafts that an approved run starts are among them; a completed one has sent everything to the people whom it has. */
async function sendingNow(parts: Surroundings): Promise<readonly Campaign[]> {
  const all = await allIn(parts.service.api.pages(campaigns.list, {}));
  const hasDrafts = all.some(({ status }) => status === 'draft');
  const drafts = hasDrafts ? await (await import('./approved-runs.ts')).approvedRuns(parts.service) : [];
  const started = new Set(drafts.map(({ campaignId }) => String(campaignId)));
  return all.filter(({ id, status }) =>
    status === 'draft' ? started.has(String(id)) : writesAtOnce(status) && status !== 'completed',
  );
}

/** Reads of one campaign and one address; what takes more counts as if the campaigns had the leads. */
const mostReads = 20;

/** Which campaigns write to the leads with these addresses, of which undefined are not known. */
async function ofLeads(
  parts: Surroundings,
  addresses: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  const sending = await sendingNow(parts);
  if (sending.length === 0) return undefined;
  if (addresses === undefined || addresses.length * sending.length > mostReads)
    return [`Campaigns that send now, and may have leads of these: ${named(sending)}`];
  const having: Campaign[] = [];
  for (const campaign of sending) if (await hasAny(parts, campaign, addresses)) having.push(campaign);
  return having.length === 0 ? undefined : [`Campaigns that send it to them now: ${named(having)}`];
}

/**
 * A service that does not filter lists others, and one that lists no leads of a campaign which sends contradicts itself: then
 * it is not known, and counts as if it had them.
 */
async function hasAny(
  { service }: Surroundings,
  { id, status }: Campaign,
  addresses: readonly string[],
): Promise<boolean> {
  const lists = async (query: NonNullable<Input<typeof leads.list>['query']>) => {
    const { items, hasMore } = await service.api.page(leads.list, { query }, { limit: 1 });
    return items.length > 0 || hasMore;
  };
  for (const email of addresses) if (await lists({ email, campaignId: id })) return true;
  return status !== 'draft' && !(await lists({ campaignId: id }));
}

const mostNamed = 5;

const named = (sending: readonly Campaign[]): string =>
  firstOf(
    sending.map(({ id, name }) => `${id} "${inline(name)}"`),
    mostNamed,
  );
