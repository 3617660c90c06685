import { type Mailbox, mailboxHeader, plainHeader, textHeader } from './encoded-header.ts';
import { quotedPrintable } from './quoted-printable.ts';

export interface Mail {
  readonly messageId: string;
  /** The message it answers; null where it begins a conversation. */
  readonly inReplyTo: string | null;
  /** Every earlier message of the conversation, oldest first. */
  readonly references: readonly string[];
  /** Milliseconds. */
  readonly at: number;
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly subject: string;
  readonly body: string;
  readonly contentType: 'html' | 'text';
}

/** More ids make a header longer than anybody needs: the first and the latest tell the conversation (RFC 5322, 3.6.4). */
const mostReferences = 20;

/**
 * An email as a file: RFC 5322, one part, lines ended by CRLF. Written here and not by a library, because all of it is
 * one part of text with eight headers.
 */
export function emlOf(mail: Mail): string {
  const [first = '', ...others] = mail.references;
  const headers = [
    plainHeader('Date', [dateOf(mail.at)]),
    mailboxHeader('From', [mail.from]),
    mailboxHeader('To', mail.to),
    ...(mail.cc.length > 0 ? [mailboxHeader('Cc', mail.cc)] : []),
    textHeader('Subject', mail.subject),
    plainHeader('Message-ID', [mail.messageId]),
    ...(mail.inReplyTo === null ? [] : [plainHeader('In-Reply-To', [mail.inReplyTo])]),
    ...(first === '' ? [] : [plainHeader('References', [first, ...others.slice(-mostReferences)])]),
    plainHeader('MIME-Version', ['1.0']),
    plainHeader('Content-Type', [`text/${mail.contentType === 'html' ? 'html' : 'plain'};`, 'charset=utf-8']),
    plainHeader('Content-Transfer-Encoding', ['quoted-printable']),
    plainHeader('X-Outreach-Sandbox', ['rehearsed,', 'never', 'sent']),
  ];
  return `${headers.join('\r\n')}\r\n\r\n${quotedPrintable(mail.body)}\r\n`;
}

/** `Mon, 23 Nov 2026 09:00:00 +0000` */
const dateOf = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000');

/** A safe name for the file: only plain letters, digits, dots and dashes, and never the same for two emails. */
export function emlName(id: number, { at, to, subject }: Pick<Mail, 'at' | 'to' | 'subject'>): string {
  const parts = [
    new Date(at).toISOString().slice(0, 10),
    String(id).padStart(6, '0'),
    slug(to[0]?.address.replace('@', '-at-') ?? '', 60),
    slug(subject, 40),
  ];
  return `${parts.filter((part) => part !== '').join('_')}.eml`;
}

const slug = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, most)
    .replaceAll(/^[-.]+|[-.]+$/g, '');
