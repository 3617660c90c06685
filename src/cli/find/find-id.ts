import { Failure } from '../../base/errors.ts';
import type { Api, Page } from '../../client/api/api.ts';
import type { Service } from '../declare/command.ts';
import { safeLine } from '../output/text/safe-text.ts';

/** Ids from what a person knows: an id, an address, a name. An id is taken as it is, without a call. */
export const createFind = (api: () => Api): Service['find'] => ({
  async lead(idOrEmail) {
    const known = asId(idOrEmail);
    if (known !== undefined) return known;
    if (!idOrEmail.includes('@'))
      throw new Failure('invalid_value', `'${idOrEmail}' is neither a lead id nor an email address`);
    const { leads } = await import('../../contract/areas/leads.ts');
    // A service that does not filter gives others, page after page.
    let isWhole = true;
    for await (const { items, hasMore } of api().pages(leads.list, { query: { email: idOrEmail } })) {
      const found = items.find(({ email }) => same(email, idOrEmail));
      if (found) return found.id;
      isWhole = !hasMore;
    }
    if (isWhole) throw notFound('lead', 'address', idOrEmail, 'outreach leads list');
    throw new Failure(
      'incomplete_list',
      `'${idOrEmail}' is not among the leads that the service sent, and it has more`,
      { hint: 'Name the lead by its id.' },
    );
  },
  async campaign(idOrName) {
    const known = asId(idOrName);
    if (known !== undefined) return known;
    const { campaigns } = await import('../../contract/areas/campaigns.ts');
    const pages = api().pages(campaigns.list, {});
    return one(pages, ({ name }) => name, { noun: 'campaign', by: 'name', wanted: idOrName });
  },
  async sender(idOrAddress) {
    const known = asId(idOrAddress);
    if (known !== undefined) return known;
    const { senders } = await import('../../contract/areas/senders.ts');
    return senderIn(api().pages(senders.list, {}), idOrAddress);
  },
});

type Items<T> = Pick<Page<T>, 'items' | 'hasMore'>;
type Pages<T> = AsyncIterable<Items<T>> | Iterable<Items<T>>;

/** The id of the mailbox with this address, also out of a list that was read before. */
export const senderIn = (pages: Pages<{ id: number; address: string }>, wanted: string): Promise<number> =>
  one(pages, ({ address }) => address, { noun: 'sender', by: 'address', wanted });

/** Digits only. Beyond 2^53 the id is a bigint behind the type, as everywhere. */
export function asId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : (BigInt(text) as unknown as number);
}

const same = (a: string | null | undefined, b: string): boolean =>
  a?.trim().toLowerCase() === b.trim().toLowerCase();

async function one<T extends { id?: number | null | undefined }>(
  pages: Pages<T>,
  labelOf: (item: T) => string | null | undefined,
  { noun, by, wanted }: Readonly<Record<'noun' | 'by' | 'wanted', string>>,
): Promise<number> {
  const labels: string[] = [];
  const inAnyCase: number[] = [];
  const exact: number[] = [];
  let isWhole = true;
  for await (const { items, hasMore } of pages) {
    isWhole = !hasMore;
    for (const item of items) {
      labels.push(labelOf(item) ?? '');
      if (item.id === undefined || item.id === null || !same(labelOf(item), wanted)) continue;
      inAnyCase.push(item.id);
      if (labelOf(item) === wanted) exact.push(item.id);
    }
  }
  // One that is written the same is meant, though another one differs in case alone.
  const found = exact.length > 0 ? exact : inAnyCase;
  const [id, ...others] = found;
  if (!isWhole && others.length === 0)
    throw new Failure(
      'incomplete_list',
      `The list of ${noun}s is incomplete: another one may have the ${by} '${wanted}'`,
      { hint: `Name the ${noun} by its id${id === undefined ? '' : `: ${id}`}.` },
    );
  if (id === undefined) {
    const { likely } = await import('../../base/text/nearest.ts');
    throw notFound(noun, by, wanted, `outreach ${noun}s list`, likely(wanted, labels));
  }
  if (others.length > 0)
    throw new Failure('ambiguous', `${found.length} ${noun}s have the ${by} '${wanted}'`, {
      hint: `Use one of their ids: ${found.join(', ')}`,
    });
  return id;
}

export const noCampaign = (id: number): Failure =>
  new Failure('not_found', `There is no campaign ${id}`, { hint: 'See: outreach campaigns list' });

function notFound(
  noun: string,
  by: string,
  wanted: string,
  list: string,
  meant: readonly string[] = [],
): Failure {
  const names = meant.map((name) => `'${safeLine(name)}'`).join(' or ');
  const hint = names === '' ? `See: ${list}` : `Did you mean ${names}? See: ${list}`;
  return new Failure('not_found', `there is no ${noun} with the ${by} '${wanted}'`, { hint });
}
