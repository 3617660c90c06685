import { type EmailFor, unfilledIn } from '../../../domain/launch/emails-for.ts';

/** An email with whom it would go to. Only a person is shown the type of its content, and what is unfilled in it. */
export interface PreviewedEmail extends Omit<EmailFor, 'contentType' | 'unfilled'> {
  readonly leadId: number;
  readonly email: string;
  readonly contentType?: EmailFor['contentType'];
  readonly unfilled?: EmailFor['unfilled'];
}

/** Neither the page nor an email in it loads anything, whatever the copy asks for. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

const head = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview of emails</title>
<style>
body { font-family: sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
article { border: 1px solid #ccc; border-radius: 6px; margin: 1rem 0; padding: 0 1rem 1rem }
h3 { margin-bottom: .3rem; overflow-wrap: anywhere }
p.step, p.missing { color: #555; margin: .3rem 0 }
p.missing, mark { color: #a00; background: #fdd }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-family: inherit }
iframe { width: 100%; height: 30rem; border: 1px solid #ddd }
</style>
</head>
<body>
<h1>Preview of emails</h1>
`;

/** The emails on a page of their own. All text is escaped; HTML is shown in a frame that may do nothing. */
export function previewPage(emails: readonly PreviewedEmail[]): string {
  const parts = emails.map((email, at) => {
    const heading = email.leadId === emails[at - 1]?.leadId ? '' : `<h2>To ${escaped(email.email)}</h2>\n`;
    return `${heading}${article(email)}`;
  });
  return `${head}${parts.join('')}</body>\n</html>\n`;
}

function article({
  step,
  variant,
  subject,
  body,
  missing,
  unfilled = [],
  contentType,
}: PreviewedEmail): string {
  const lacks =
    missing.length === 0
      ? ''
      : `<p class="missing">Not filled in: ${escaped(missing.map((key) => `{${key}}`).join(' '))}</p>\n`;
  const content =
    contentType === 'html'
      ? `<iframe sandbox="" title="Step ${step}" srcdoc="${escaped(framed(body))}"></iframe>`
      : `<pre>${marked(body, unfilled)}</pre>`;
  return `<article>
<h3>${marked(subject, unfilled)}</h3>
<p class="step">Step ${step}, variant ${escaped(variant)}</p>
${lacks}${content}
</article>
`;
}

/** The frame has the policy of the page; it says so itself as well, for browsers that keep them apart. */
const framed = (body: string): string =>
  `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">${body}`;

function marked(text: string, unfilled: EmailFor['unfilled']): string {
  const marks = unfilledIn(text, { unfilled });
  if (marks.length === 0) return escaped(text);
  const any = new RegExp(
    `(${marks.map((mark) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
  );
  const parts = text.split(any);
  return parts.map((part, at) => (at % 2 === 1 ? `<mark>${escaped(part)}</mark>` : escaped(part))).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What turns text around is shown as its number, so that it cannot pass for something else. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
      (hidden) => `[U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
