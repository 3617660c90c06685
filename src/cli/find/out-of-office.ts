import { grouped } from '../../base/counted.ts';
import { replies } from '../../contract/areas/replies.ts';
import { readOr } from '../answer/fact.ts';
import type { Service } from '../declare/command.ts';

/** So many pages of replies are read, the newest first. */
const mostCalls = 10;

interface Asked {
  /** Answers to these campaigns; to any where there are none. */
  readonly campaigns: readonly number[];
  /** RFC 3339; nothing that counts came before, or after. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** How many of the answers say that someone is away, by their category; null where ten calls do not tell. */
export async function outOfOfficeIn({ api }: Pick<Service, 'api'>, asked: Asked): Promise<number | null> {
  const named = new Set(asked.campaigns.map(String));
  const since = asked.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(asked.since);
  const until = asked.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(asked.until);
  const timeOf = ({ receivedAt }: { receivedAt?: string | null | undefined }) => Date.parse(receivedAt ?? '');
  const count = async () => {
    let [found, calls] = [0, 0];
    for await (const { items, hasMore } of api.pages(replies.list, {}, { pageSize: 200 })) {
      calls += 1;
      found += items.filter(
        (reply) =>
          reply.responseCategory === 'out_of_office' &&
          (named.size === 0 || named.has(String(reply.campaignId))) &&
          !(timeOf(reply) < since || timeOf(reply) > until),
      ).length;
      if (!hasMore || items.some((reply) => timeOf(reply) < since)) return found;
      if (calls === mostCalls) return null;
    }
    return found;
  };
  return (await readOr(replies.list, count)).value ?? null;
}

/** The service shows what a campaign ignores today, and not what it did when an answer came. */
export function awayNotes(outOfOffice: unknown): string[] {
  if (outOfOffice === 0) return [];
  const unless = 'unless a campaign ignored them when they came';
  return typeof outOfOffice === 'number'
    ? [`Out-of-office answers: ${grouped(outOfOffice)}. Replies include them, ${unless}.`]
    : [`Replies include out-of-office answers, ${unless}.`];
}
