import { escaped, type Html, html, htmlDocument, policy } from '../../../cli/output/page/html-document.ts';
import { type EmailFor, unfilledIn } from '../../../domain/launch/emails-for.ts';

/** An email with whom it would go to. Only a person is shown the type of its content, and what is unfilled in it. */
export interface PreviewedEmail extends Omit<EmailFor, 'contentType' | 'unfilled'> {
  readonly leadId: number;
  readonly email: string;
  readonly contentType?: EmailFor['contentType'];
  readonly unfilled?: EmailFor['unfilled'];
}

/** A frame is as its email wants it, which counts on a white page. */
const style = html`main { max-width: 46rem }
article { border: 1px solid var(--line); border-radius: 6px; margin: 1rem 0; padding: 0 1rem 1rem; break-inside: avoid }
h3 { font-size: 1rem; margin: .8rem 0 .2rem }
mark { color: inherit; background: none; border-bottom: 2px solid var(--bad) }
pre { white-space: pre-wrap; font: inherit }
iframe { width: 100%; height: 30rem; border: 1px solid var(--line); background: #fff; color-scheme: light }`;

/** The emails on a page of their own. All text is escaped; HTML is shown in a frame that may do nothing. */
export function previewPage(emails: readonly PreviewedEmail[]): Html {
  const parts = emails.map((email, at) =>
    email.leadId === emails[at - 1]?.leadId
      ? article(email)
      : html`<h2>To ${escaped(email.email)}</h2>\n${article(email)}`,
  );
  const title = 'Preview of emails';
  const body = html`<main>\n<h1>${escaped(title)}</h1>\n${parts}</main>\n`;
  return htmlDocument(title, { style, body, images: true });
}

function article({
  step,
  variant,
  subject,
  body,
  missing,
  unfilled = [],
  contentType,
}: PreviewedEmail): Html {
  const lacks = escaped(missing.map((key) => `{${key}}`).join(' '));
  const content =
    contentType === 'html'
      ? html`<iframe sandbox="" title="Step ${step}" srcdoc="${escaped(`<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy({ images: true })}">${body}`)}"></iframe>`
      : html`<pre>${marked(body, unfilled)}</pre>`;
  return html`<article>
<h3>${marked(subject, unfilled)}</h3>
<p class="note">Step ${step}, variant ${escaped(variant)}</p>
${missing.length === 0 ? html`` : html`<p class="bad">Not filled in: ${lacks}</p>\n`}${content}
</article>
`;
}

function marked(text: string, unfilled: EmailFor['unfilled']): Html {
  const marks = unfilledIn(text, { unfilled });
  if (marks.length === 0) return escaped(text);
  const any = new RegExp(
    `(${marks.map((mark) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
  );
  const parts = text.split(any);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<mark>${escaped(part)}</mark>` : escaped(part)))}`;
}
