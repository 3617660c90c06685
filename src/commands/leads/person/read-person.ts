import { counted, grouped } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { leftOut, readOr, whyOf } from '../../../cli/answer/fact.ts';
import type { Context, Service } from '../../../cli/declare/command.ts';
import { type Missing, missingPart } from '../../../cli/person/local-traces.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { drafts } from '../../../contract/areas/drafts.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { replies } from '../../../contract/areas/replies.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { blockKey } from '../../../contract/checks/block-value.ts';
import type { AnyInput, AnyOperation, ItemOf } from '../../../contract/operation.ts';
import { blockerOf } from '../../../domain/blocklist.ts';
import type { Lead } from '../lead-view.ts';
import { joinedCampaigns } from './joined-campaigns.ts';

/** How much is looked through at most: some 140 calls in all. */
const most = { replies: 10_000, drafts: 2_000, blocklist: 20_000, campaigns: 50, jobs: 5, records: 400 };

export interface PersonAtService {
  readonly address: string;
  /** Null where the service has no lead with this address. */
  readonly lead: Lead | null;
}

/**
 * Everything that the service tells about a person in a bounded number of calls. A part that cannot be read, or that has
 * more than is looked through, is named in `missing`.
 */
export async function readPerson(context: Pick<Context, 'service' | 'screen'>, person: PersonAtService) {
  const { api } = context.service;
  const { lead } = person;
  const missing: Missing[] = [];
  const reader = createReader(context, missing);
  const { read, sift } = reader;
  const isTheirs = (address: string | null | undefined) =>
    address != null && blockKey(address) === blockKey(person.address);
  const isOfLead = (id: unknown) => lead !== null && id != null && String(id) === String(lead.id);
  return context.screen.progress('Reading what the service has about the person', async () => {
    const service = {
      lead,
      category: lead?.tag ?? null,
      meetingBookedAt: lead?.meetingBookedAt ?? null,
      conversation: await read('conversation', leads.conversation, async () =>
        lead === null ? [] : (await api(leads.conversation, { params: { id: lead.id } })).conversation,
      ),
      replies: await sift(
        'replies',
        replies.list,
        ({ leadId, fromAddress }) => isOfLead(leadId) || isTheirs(fromAddress),
        most.replies,
      ),
      drafts: await sift(
        'drafts',
        drafts.list,
        ({ leadId, to, cc }) => isOfLead(leadId) || [...(to ?? []), ...(cc ?? [])].some(isTheirs),
        most.drafts,
      ),
      campaigns: await read('campaigns', campaigns.list, () => campaignsOf(context.service, lead, missing)),
      blocklist: await sift(
        'blocklist',
        blocklist.list,
        (entry) => blockerOf([entry], person.address) !== undefined,
        most.blocklist,
      ),
      verification: await read('verification', verification.jobs, () =>
        verificationOf(context.service, isTheirs, missing, reader),
      ),
    };
    missing.push(...unreachable(lead, service.replies));
    return { service, missing };
  });
}

/** Emails are given by their lead alone: those of one that was deleted, or of another one, cannot be asked for. */
function unreachable(lead: Lead | null, found: readonly ItemOf<typeof replies.list>[]): Missing[] {
  const others = found.filter(({ leadId }) => lead === null || String(leadId) !== String(lead.id));
  if (lead !== null && others.length === 0) return [];
  const why =
    lead === null
      ? 'the service gives emails by their lead, and no lead has this address now'
      : `${counted(others.length, 'reply belongs', 'replies belong')} to another lead, perhaps one that was deleted: the service does not give the emails around it`;
  return [{ part: 'conversation', why, hint: null, failed: false }];
}

/** Reads a part, or names it; `sift` looks for it through the newest items of a list. */
function createReader(context: Pick<Context, 'service' | 'screen'>, missing: Missing[]) {
  const read = async <T>(part: string, operation: AnyOperation, reading: () => Promise<T[]>) => {
    try {
      const { value, failure } = await readOr(operation, reading);
      if (value) return value;
      throw failure;
    } catch (error) {
      const found = missingPart(part, error);
      if (error instanceof Failure && error.is('other_shape')) leftOut(context, operation, whyOf(error));
      missing.push(found);
      return [];
    }
  };
  const sift = <const O extends AnyOperation>(
    part: string,
    operation: O,
    wanted: (item: ItemOf<O>) => boolean,
    limit: number,
    input: AnyInput = {},
  ): Promise<ItemOf<O>[]> =>
    read(part, operation, async () => {
      const found: ItemOf<O>[] = [];
      let [seen, total, isMore]: [number, number | null, boolean] = [0, null, false];
      for await (const page of context.service.api.pages(operation, input, { limit })) {
        found.push(...page.items.filter(wanted));
        [seen, total, isMore] = [seen + page.items.length, page.total, page.hasMore];
      }
      // What ends before the limit was not given whole.
      if (isMore)
        missing.push({
          part,
          why: `only the newest ${grouped(seen)}${total === null ? '' : ` of ${grouped(total)}`} ${seen >= limit ? 'were looked through' : 'came, and the service says that there are more'}`,
          hint: null,
          failed: seen < limit,
        });
      return found;
    });
  return { read, sift };
}

/** The first page of a list, and how many there are behind it. */
async function newestOf<const O extends AnyOperation>({ api }: Pick<Service, 'api'>, list: O, count: number) {
  const { items, total } = await api.page(list, {}, { pageSize: count });
  const newest = items.slice(0, count);
  return { newest, rest: (total ?? newest.length) - newest.length };
}

async function campaignsOf(service: Pick<Service, 'api'>, lead: Lead | null, missing: Missing[]) {
  if (lead === null) return [];
  const { newest, rest } = await newestOf(service, campaigns.list, most.campaigns);
  if (rest > 0)
    missing.push({
      part: 'campaigns',
      why: `${counted(rest, 'older campaign was', 'older campaigns were')} not looked at`,
      hint: null,
      failed: newest.length < most.campaigns,
    });
  return joinedCampaigns(service, lead, newest);
}

/** The records of the newest jobs: no call finds those of one address. */
async function verificationOf(
  context: Pick<Service, 'api'>,
  isTheirs: (address: string | null | undefined) => boolean,
  missing: Missing[],
  { sift }: Pick<ReturnType<typeof createReader>, 'sift'>,
) {
  const { newest: jobs, rest } = await newestOf(context, verification.jobs, most.jobs);
  if (rest > 0)
    missing.push({
      part: 'verification',
      why: `the records of ${counted(rest, 'older job')} were not looked through`,
      hint: 'outreach verification jobs records <id>',
      failed: false,
    });
  const found: (ItemOf<typeof verification.records> & { readonly jobId: number })[] = [];
  for (const { id } of jobs) {
    const part = `verification job ${id}`;
    const isWanted = ({ email }: ItemOf<typeof verification.records>) => isTheirs(email);
    const records = await sift(part, verification.records, isWanted, most.records, { params: { id } });
    for (const record of records) found.push({ jobId: id, ...record });
  }
  return found;
}
