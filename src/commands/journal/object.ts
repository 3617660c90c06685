import { counted } from '../../base/counted.ts';
import { isRecord } from '../../base/is-record.ts';
import { namesIn } from '../../contract/order-figures.ts';

/** A call as the journal holds it: `null` for a change on this machine. */
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly input: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: unknown;
    readonly body?: unknown;
  };
} | null;

/** The name of a campaign, where the journal knows it. */
type NameOf = (campaignId: unknown) => string | undefined;

/** What a call is about: `campaign "Q4 fair"`, `acme.com`, `draft 12`. Null where the request does not say. */
export function objectOf(request: Request, nameOf: NameOf): string | null {
  if (!request?.path || !request.input) return null;
  const { path, input } = request;
  const body = isRecord(input.body) ? input.body : {};
  const [id] = Object.values(input.params ?? {});
  const noun = id === undefined ? undefined : nounBefore(path, id);
  if (noun === 'campaign') return campaign(id, nameOf);
  if (body.campaignId !== undefined) return campaign(body.campaignId, nameOf);
  const named = inBody(body);
  if (named !== undefined) return named;
  return noun === undefined ? null : `${noun} ${id}`;
}

function campaign(id: unknown, nameOf: NameOf): string {
  const name = nameOf(id);
  return name === undefined ? `campaign ${id}` : `campaign "${name}"`;
}

function inBody(body: Readonly<Record<string, unknown>>): string | undefined {
  const { name, emails, senderEmailIds, credits } = body;
  if (typeof name === 'string') return `"${name}"`;
  for (const field of ['domains', 'mailboxes', 'website', 'url', 'email']) {
    const [first, ...more] = namesIn(body[field]);
    if (first !== undefined) return more.length === 0 ? first : `${first} + ${more.length} more`;
  }
  if (Array.isArray(emails)) return counted(emails.length, 'address', 'addresses');
  if (Array.isArray(senderEmailIds)) return counted(senderEmailIds.length, 'mailbox', 'mailboxes');
  return typeof credits === 'number' ? counted(credits, 'credit') : undefined;
}

/** `draft` of `/reply-drafts/12/send`. */
function nounBefore(path: string, id: unknown): string | undefined {
  const parts = path.split('/');
  const collection = parts[parts.indexOf(String(id)) - 1];
  return collection?.split('-').at(-1)?.replace(/s$/, '');
}
