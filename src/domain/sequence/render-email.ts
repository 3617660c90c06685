import { type CopyType, keysOf, type MergeValues, render } from '../merge-tags.ts';
import type { Copy } from './step-copies.ts';

/** A copy with what else decides how it looks. */
export interface EmailCopy extends Pick<Copy, 'subject' | 'body'> {
  readonly contentType: CopyType;
  /** The campaign's, or where it has none the mailbox's; its tags are filled in like those of the body. */
  readonly signature: string;
}

/** An email as one lead gets it. */
export interface RenderedEmail {
  readonly subject: string;
  readonly body: string;
  /** Folded keys without a value in subject or body, each once. */
  readonly missing: readonly string[];
}

/** Fills in a copy for one lead. In a thread the subject is that of the email before. */
export function renderEmail(
  { subject, body, contentType, signature }: EmailCopy,
  values: MergeValues,
  before?: Pick<RenderedEmail, 'subject' | 'missing'>,
): RenderedEmail {
  const top = before ? inThread(before) : render(subject, values);
  const text = render(sign(body, signature, contentType), values, contentType);
  return { subject: top.text, body: text.text, missing: [...new Set([...top.missing, ...text.missing])] };
}

const inThread = ({ subject, missing }: Pick<RenderedEmail, 'subject' | 'missing'>) => ({
  text: replySubject(subject),
  missing: stillMissing(subject, missing),
});

/** The subject of a thread keeps the tags that had no value when it began. */
export const stillMissing = (subject: string, missing: readonly string[]): string[] =>
  keysOf(subject).filter((key) => missing.includes(key));

export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);

export function sign(body: string, signature: string, contentType: CopyType): string {
  if (signature === '') return body;
  return contentType === 'html' ? `${body}<br><br>${signature}` : `${body}\n\n${signature}`;
}
