import { counted, grouped } from '../../../base/counted.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { whole } from '../../../cli/find/find-in-pages.ts';
import { waysOf } from '../../../cli/find/joining-leads.ts';
import { ifReadable, once } from '../../../cli/find/names.ts';
import type { LeadRow } from '../../../cli/input/lead-file.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { addressKey } from '../../../contract/checks/email-address.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import { isAddress, type Mapping, mergeTag } from '../../../domain/lead-file/lead-mapping.ts';

export type StoredLead = ItemOf<typeof leads.list>;

/** How it is found out which people of a file the service has: all of its leads are listed, or each address asked for. */
export interface Search {
  readonly by: 'list' | 'ask';
  /** Leads of the service to list, or addresses to ask for. */
  readonly of: number;
  /** With the one that counted the leads. */
  readonly calls: number;
}

const newest = leads.list.paging.max;

/**
 * Merge tags that the newest people have, and the first of the file; undefined where each column is its own tag, and
 * nothing can be stored under another name.
 */
export async function storedTags(
  { service: { api } }: Context,
  mapping: Mapping,
  row: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  if (!mapping.some(({ header, use }) => use.kind === 'variable' && mergeTag(header) !== tagOf(header)))
    return undefined;
  const email = row[mapping.findIndex(isAddress)];
  const tags = new Set<string>();
  for (const query of [{}, ...(email ? [{ email }] : [])]) {
    const page = await ifReadable(api.page(once(leads.list), { query }, { limit: newest }));
    for (const { customVariables } of page?.items ?? [])
      for (const key of Object.keys(customVariables ?? {})) tags.add(tagOf(key));
  }
  return tags;
}

type Rows = () => AsyncIterable<readonly LeadRow[]>;

/** The cheaper way, after one call. */
export async function cheaperSearch({ service }: Context, rows: Rows, valid: number): Promise<Search> {
  const { total } = await service.api.page(leads.list, {}, { limit: 1 });
  const pages = Math.ceil((total ?? 0) / leads.list.paging.max);
  const listing: Search = { by: 'list', of: total ?? 0, calls: pages + 1 };
  if (total === null || valid >= pages) return listing;
  let ways = 0;
  for await (const some of rows()) for (const { lead } of some) ways += new Set(waysOf(lead.email)).size;
  return ways < pages ? { by: 'ask', of: ways, calls: ways + 1 } : listing;
}

const mostUnasked = 2_000;

/** Says what it costs. Throws `not-confirmed` where that is much and a person did not agree to it. */
export async function agreeToSearch({ screen, consent }: Context, { by, of, calls }: Search): Promise<void> {
  if (of === 0) return;
  const how =
    by === 'list'
      ? `it reads ${of === 1 ? 'the one lead' : `all ${counted(of, 'lead')}`} of the service`
      : `it asks the service for ${counted(of, 'address', 'addresses')}`;
  const cost = `${counted(calls, 'call')}, about ${grouped(Math.ceil(calls / 10))} s`;
  screen.note(`To compare, ${how}: ${cost}.`);
  if (calls <= mostUnasked || screen.globals.yes) return;
  await consent.ask.agree(`Compare first (${cost})?`, 'Nothing was imported.', `Pass --yes for ${cost}.`);
}

/** The leads of the service among which the people of the file are, some at a time. */
export async function* storedLeads(
  { service: { api } }: Context,
  { by, of }: Search,
  rows: Rows,
  onCall: () => void,
): AsyncGenerator<readonly StoredLead[]> {
  if (by === 'list') {
    if (of === 0) return;
    for await (const { items } of whole(api.pages(leads.list, {}))) {
      onCall();
      yield items;
    }
    return;
  }
  for await (const some of rows())
    for (const { lead } of some)
      for (const email of new Set(waysOf(lead.email))) {
        onCall();
        const { items } = await api.page(leads.list, { query: { email } });
        const found = items.filter((stored) => addressKey(stored.email) === addressKey(lead.email));
        if (found.length === 0) continue;
        yield found;
        break;
      }
}
