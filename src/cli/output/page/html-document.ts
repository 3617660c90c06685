import { pageBegins } from './page.ts';
import pageStyle from './page-style.css';

declare const brand: unique symbol;
/** Text that is fit for a page: ours, or escaped. */
export type Html = string & { readonly [brand]: true };

/** Puts parts together that are fit for a page; the literal parts are ours. */
export const html = (
  literals: TemplateStringsArray,
  ...parts: readonly (Html | readonly Html[] | number)[]
): Html =>
  String.raw({ raw: literals }, ...parts.map((part) => (Array.isArray(part) ? part.join('') : part))) as Html;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What turns text around is shown as its number, so that it cannot pass for something else. */
export const escaped = (text: string): Html =>
  text
    .replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
      (hidden) => `[U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    ) as Html;

/** Neither a page nor an email in it loads anything, whatever its text asks for; `images` also shows those it holds. */
export const policy = ({ images = false } = {}): Html =>
  `default-src 'none'; style-src 'unsafe-inline'; ${images ? 'img-src data:; ' : ''}form-action 'none'; base-uri 'none'` as Html;

/** A page in one file, for a browser without a network; `style` is what it has beside that of every page. */
export const htmlDocument = (
  title: string,
  {
    style = html``,
    body,
    images = false,
  }: { readonly style?: Html; readonly body: Html; readonly images?: boolean },
): Html => html`${pageBegins as Html}
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy({ images })}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
${pageStyle as Html}${style}
</style>
</head>
<body>
${body}</body>
</html>
`;
