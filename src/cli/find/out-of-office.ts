import { campaigns } from '../../contract/areas/campaigns.ts';
import { replies } from '../../contract/areas/replies.ts';
import { readOr, tryRead } from '../answer/fact.ts';
import type { Service } from '../declare/command.ts';

/** So many pages of replies are read, the newest first. */
const mostCalls = 10;

interface Asked {
  /** Answers to these campaigns; to any where there are none. */
  readonly campaigns: readonly number[];
  /** RFC 3339; nothing that counts came before, or after. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Without those of campaigns that do not count them as replies: a call for each campaign that got some. */
  readonly onlyReplies?: true;
}

/** How many of the answers say that someone is away, by their category; null where ten calls do not tell. */
export async function outOfOfficeIn({ api }: Pick<Service, 'api'>, asked: Asked): Promise<number | null> {
  const named = new Set(asked.campaigns.map(String));
  const since = asked.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(asked.since);
  const until = asked.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(asked.until);
  const timeOf = ({ receivedAt }: { receivedAt?: string | null | undefined }) => Date.parse(receivedAt ?? '');
  const count = async () => {
    const found: unknown[] = [];
    let calls = 0;
    for await (const { items, hasMore } of api.pages(replies.list, {}, { pageSize: 200 })) {
      calls += 1;
      const away = items.filter(
        (reply) =>
          reply.responseCategory === 'out_of_office' &&
          (named.size === 0 || named.has(String(reply.campaignId))) &&
          !(timeOf(reply) < since || timeOf(reply) > until),
      );
      found.push(...away.map(({ campaignId }) => campaignId));
      if (!hasMore || items.some((reply) => timeOf(reply) < since)) return found;
      if (calls === mostCalls) return null;
    }
    return found;
  };
  const found = (await readOr(replies.list, count)).value ?? null;
  if (found === null || !asked.onlyReplies) return found?.length ?? null;
  let counted = found.length;
  for (const id of new Set(found)) {
    // An answer outside of campaigns has no setting that leaves it out.
    if (typeof id !== 'number') continue;
    const { value } = await tryRead({ api }, campaigns.get, { params: { id } });
    if (value === undefined) return null;
    const detail = value.campaign ?? value;
    if ({ ...detail, ...detail.settings }.ignoreOutOfOfficeReplies === true)
      counted -= found.filter((one) => one === id).length;
  }
  return counted;
}
