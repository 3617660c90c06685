import type { Context } from '../../declare/command.ts';
import { lineOnly, opt } from '../../declare/params.ts';
import { fullTime } from '../text/times.ts';
import { type Page, pageBegins } from './page.ts';

/** Of a command whose result is also a page. */
export const pageOptions = {
  html: opt.file('also write the report to this HTML file', 'written'),
  markdown: lineOnly(opt.flag('print the report as Markdown, for a chat or a pull request')),
};
export const notWithMarkdown = ['markdown', 'json', 'ndjson', 'csv', 'fields'] as const;

interface Wanted {
  readonly html: string | undefined;
  readonly markdown: boolean;
}

/** Throws what writing would throw of the place of `--html`, before anything is read. */
export async function checkPage({ files }: Context, { html }: Pick<Wanted, 'html'>): Promise<void> {
  if (html !== undefined) await files.checkOutput(html, { begins: pageBegins });
}

/** What the command answers: the result, or the page as Markdown. Writes the page of `--html`. */
export async function withPage<T>(
  context: Context,
  { html, markdown }: Wanted,
  result: T,
  make: (result: T) => Page,
): Promise<T | string> {
  if (html === undefined && !markdown) return result;
  const page = make(result);
  const { targetNow, settings } = context.service;
  const made = { now: await targetNow(), isSandbox: settings.target === 'sandbox' };
  if (html !== undefined) await writePage(context, html, page, made);
  if (!markdown) return result;
  const { pageMarkdown } = await import('./page-markdown.ts');
  return pageMarkdown(dated(page, made));
}

interface Made {
  readonly now: number;
  readonly isSandbox: boolean;
}

/** Writes a page for a browser, and says so. */
export async function writePage(
  { files, screen }: Context,
  file: string,
  page: Page,
  made: Made,
): Promise<void> {
  const { pageHtml } = await import('./page-html.ts');
  await files.writeFile(file, pageHtml(dated(page, made)), { begins: pageBegins });
  screen.note(`Written to ${file}.`);
}

/** A page is read later, and by others: it says when it was made, and whether its figures are real. */
function dated(page: Page, { now, isSandbox }: Made): Page {
  const made = `As of ${fullTime(new Date(now).toISOString())}.`;
  const simulated = isSandbox ? ' From the sandbox: nothing was really sent or paid.' : '';
  return { ...page, footnotes: [...(page.footnotes ?? []), `${made}${simulated}`] };
}
