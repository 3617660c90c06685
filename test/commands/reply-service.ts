import type { Transport, WireAnswer, WireRequest } from '../../src/contract/wire.ts';
import { newWorld, type WorldOptions } from '../world.ts';
import { baseUrl, liveKey } from './live-service.ts';

export interface ListedReply {
  readonly id: unknown;
  readonly [field: string]: unknown;
}

interface Lists {
  /** The newest first. */
  replies: ListedReply[];
  drafts: ListedReply[];
}

const hour = (n: number): string => new Date(Date.UTC(2026, 2, 1) + n * 3_600_000).toISOString();

/** An interested reply of a person and thread of its own; a higher id is a later one. */
export const reply = (id: number, more: Readonly<Record<string, unknown>> = {}): ListedReply => ({
  id,
  leadId: id + 100,
  campaignId: 1,
  fromAddress: `p${id}@lumen.example`,
  subject: `Re: Hello ${id}`,
  body: `Yes, ${id}`,
  threadId: `t${id}`,
  receivedAt: hour(id),
  responseCategory: 'interested',
  ...more,
});

/** The draft that answers a reply; its id is that of the reply and 1000. */
export const draftTo = (id: number, more: Readonly<Record<string, unknown>> = {}): ListedReply => ({
  id: id + 1000,
  leadId: id + 100,
  inReplyToEmailId: id,
  subject: `Re: Hello ${id}`,
  body: `Thursday, ${id}?`,
  to: [`p${id}@lumen.example`],
  cc: [],
  createdAt: hour(id),
  ...more,
});

/** A live service that has these replies and drafts alone; a test may change them. `answer` may answer in its stead. */
export async function replyService(
  lists: Partial<Lists>,
  options: WorldOptions & { answer?: (request: WireRequest) => Partial<WireAnswer> | undefined } = {},
) {
  const service: Lists = { replies: [], drafts: [], ...lists };
  const sent: WireRequest[] = [];
  const network: Transport = async (request) => {
    sent.push(request);
    const answered = options.answer?.(request) ?? answerOf(service, request);
    return { status: 200, headers: {}, body: '{}', ...answered };
  };
  const env = options.env ?? { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl };
  const world = await newWorld({ ...options, lazySandbox: true, network, env });
  return { world, service, sent };
}

function answerOf(service: Lists, { method, path, query }: WireRequest): Partial<WireAnswer> {
  const given = Object.fromEntries(query);
  const [page, limit] = [Number(given.page ?? 1), Number(given.limit ?? 20)];
  const listed = (name: string, items: readonly ListedReply[]) => ({
    [name]: items.slice((page - 1) * limit, page * limit),
    total: items.length,
    page,
    limit,
    hasMore: page * limit < items.length,
  });
  const [, sent] = /^\/reply-drafts\/(\d+)\/send$/.exec(path) ?? [];
  const [, lead] = /^\/leads\/(\d+)$/.exec(path) ?? [];
  if (method === 'POST' && sent !== undefined) {
    const draft = service.drafts.find(({ id }) => String(id) === sent);
    service.drafts = service.drafts.filter((one) => one !== draft);
    return json(draft ? { ...draft, recipient: null, status: 'sent' } : { error: 'gone' }, draft ? 200 : 404);
  }
  if (path === '/campaigns') return json(listed('campaigns', []));
  if (path === '/blocklist') return json({ items: [], totalCount: 0 });
  if (path === '/replies') return json(listed('replies', service.replies));
  if (path === '/reply-drafts') return json(listed('drafts', service.drafts));
  if (lead !== undefined)
    return json({ lead: { id: Number(lead), email: `p${Number(lead) - 100}@lumen.example` } });
  return json({ error: 'Not found' }, 404);
}

const json = (body: unknown, status = 200): Partial<WireAnswer> => ({ status, body: JSON.stringify(body) });
