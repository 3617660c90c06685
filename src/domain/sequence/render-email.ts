import { type CopyType, keysOf, type MergeValues } from '../merge-tags.ts';
import { type Rendered, render, type Unfilled } from '../render.ts';
import type { Copy } from './step-copies.ts';

/** A copy with what else decides how it looks. */
interface EmailCopy extends Pick<Copy, 'subject' | 'body'> {
  readonly contentType: CopyType;
  /** The campaign's, or where it has none the mailbox's; its tags are filled in like those of the body. */
  readonly signature: string;
}

/** Whether it is in the subject, which those of a thread have as well; where it does not say, the subject shows the tag. */
type UnfilledThere = Unfilled & { readonly inSubject?: boolean };

export interface RenderedEmail {
  readonly subject: string;
  readonly body: string;
  /** Tags of subject or body, each once. */
  readonly unfilled: readonly UnfilledThere[];
}

/** Fills in a copy for one lead. In a thread the subject is that of the email before. */
export function renderEmail(
  { subject, body, contentType, signature }: EmailCopy,
  values: MergeValues,
  before?: Pick<RenderedEmail, 'subject' | 'unfilled'>,
): RenderedEmail {
  const top = before
    ? { text: replySubject(before.subject), unfilled: stillUnfilled(before.subject, before.unfilled) }
    : render(subject, values);
  const text = render(sign(body, signature, contentType), values, contentType);
  if (top.unfilled.length + text.unfilled.length === 0)
    return { subject: top.text, body: text.text, unfilled: [] };
  const unfilled = new Map<string, UnfilledThere>();
  for (const one of [...top.unfilled, ...text.unfilled]) unfilled.set(one.key, placed(one, top));
  return { subject: top.text, body: text.text, unfilled: [...unfilled.values()] };
}

/** The subject may show a tag that a value brought with it. */
function placed(one: Unfilled, { text, unfilled }: Rendered): UnfilledThere {
  const inSubject = unfilled.some(({ key }) => key === one.key);
  const isSeen = one.value === undefined && keysOf(text).includes(one.key);
  return inSubject === isSeen ? one : { ...one, inSubject };
}

/** The folded keys of tags that go out unfilled. */
export const missingIn = ({ unfilled }: Pick<RenderedEmail, 'unfilled'>): string[] =>
  unfilled.map(({ key }) => key);

/** The subject of a thread keeps what was not filled in when it began. */
export function stillUnfilled(subject: string, unfilled: readonly UnfilledThere[]): readonly UnfilledThere[] {
  const keys = keysOf(subject);
  return unfilled.filter(
    ({ key, value, inSubject }) => inSubject ?? (value === undefined && keys.includes(key)),
  );
}

/** As text to be stored; null where every tag was filled in. A tag without a value is its key alone. */
export const unfilledText = (unfilled: readonly UnfilledThere[]): string | null =>
  unfilled.length === 0
    ? null
    : JSON.stringify(unfilled.map((one) => (Object.keys(one).length === 1 ? one.key : one)));

export const unfilledIn = (text: string | null): UnfilledThere[] =>
  text === null
    ? []
    : (JSON.parse(text) as (string | UnfilledThere)[]).map((one) =>
        typeof one === 'string' ? { key: one } : one,
      );

export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);

export function sign(body: string, signature: string, contentType: CopyType): string {
  if (signature === '') return body;
  if (contentType === 'text') return `${body}\n\n${signature}`;
  // One that is HTML breaks its lines itself.
  const isHtml = /<\/?[a-z]/i.test(signature);
  return `${body}<br><br>${isHtml ? signature : signature.replaceAll(/\r?\n/g, '<br>')}`;
}
