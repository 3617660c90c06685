import { parseUrl } from '../../base/parse-url.ts';
import type { CopyType } from '../merge-tags.ts';
import { decoded, plainText, withoutCode } from './plain-text.ts';
import table from './short-links.tsv';

/** A link of an email. Its merge tags are open: what they hold is not known. */
export interface Link {
  /** As it is written, tags included. */
  readonly raw: string;
  /** Undefined where it is not an address of the web, or one with a tag where the host should be. */
  readonly url?: URL | undefined;
  readonly wrong?: string | undefined;
  /** What the reader of HTML sees in its place. */
  readonly text?: string | undefined;
}

/** A merge tag while links are searched: one letter that no address holds. */
const tag = '\uE000';
const mostText = 1000;

/** The links of a body, in HTML those of its anchors as well as the addresses in its text. */
export function linksIn(body: string, type: CopyType): Link[] {
  const open = body.replaceAll(tag, ' ').replaceAll(/\{[^{}\r\n]*\}/g, tag);
  if (type === 'text') return inText(open).map(withTags);
  const html = withoutCode(open);
  const links: Link[] = [];
  const outside: string[] = [];
  let from = 0;
  for (const match of html.matchAll(/<a(?=\s)([^<>]*)>/gi)) {
    const start = match.index + match[0].length;
    if (match.index < from) continue;
    const end = html.slice(start, start + mostText).search(/<\/a/i);
    outside.push(html.slice(from, match.index));
    from = end === -1 ? start : start + end;
    const href = hrefForm.exec(match[1] ?? '');
    if (!href) continue;
    const address = decoded(href[1] ?? href[2] ?? href[3] ?? '').trim();
    links.push(anchor(address, end === -1 ? '' : html.slice(start, from)));
  }
  outside.push(html.slice(from));
  return [...links, ...inText(plainText(outside.join(' '), 'html'))].map(withTags);
}

const hrefForm = /(?<![\w-])href\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i;

function anchor(href: string, inner: string): Link {
  const text = plainText(inner, 'html').trim();
  if (href === '' || href === '#') return { raw: href, text, wrong: 'goes nowhere' };
  if (href.startsWith('#') || href.startsWith(tag)) return { raw: href, text };
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(href)?.[1]?.toLowerCase();
  if (scheme === 'mailto')
    return /@|^mailto:[?\uE000]/.test(href)
      ? { raw: href, text }
      : { raw: href, text, wrong: 'has no address' };
  if (scheme === undefined || /^(?!https?$)h?t{1,3}p{1,3}s?$/.test(scheme))
    return { raw: href, text, wrong: 'does not begin with https://' };
  if (scheme === 'http' || scheme === 'https') return { ...webLink(href), text };
  return {
    raw: href,
    text,
    ...(scheme === 'javascript' && { wrong: 'is a script, which no mail program runs' }),
  };
}

const addresses =
  /(?:https?:\/\/|\bwww\.)[^\s<>"]*|\b(?:h{1,2}t{1,3}p{1,2}s?|ttps?)(?:(?::\/|;\/\/|\/\/|:\\\\)[^\s<>"]*)/gi;

function inText(text: string): Link[] {
  const links: Link[] = [];
  for (const [found] of text.matchAll(addresses)) {
    const raw = trimmed(found);
    if (!/^www\./i.test(raw)) links.push(webLink(raw));
    else if (raw.length > 4) links.push({ ...webLink(`https://${raw}`), raw });
  }
  return links;
}

/** Without the punctuation of the sentence around it. */
function trimmed(found: string): string {
  let end = found.length;
  while (end > 0 && /[.,;:!?'"”’»>*_\]]/.test(found[end - 1] ?? '')) end -= 1;
  const raw = found.slice(0, end);
  return raw.endsWith(')') && !raw.includes('(') ? raw.slice(0, -1) : raw;
}

function webLink(raw: string): Link {
  if (!/^https?:\/\/[^/\\]/i.test(raw)) return { raw, wrong: 'does not begin with https:// and a host' };
  const host = /^https?:\/\/([^/?#\\]*)/i.exec(raw)?.[1] ?? '';
  if (/[{}\uE000]/.test(host)) return { raw };
  const url = parseUrl(raw.replaceAll(tag, 'x'));
  if (!url) return { raw, wrong: 'is not a valid address' };
  return isHost(url.hostname) ? { raw, url } : { raw, wrong: `has a host that cannot exist: ${host}` };
}

function isHost(name: string): boolean {
  if (isIp(name)) return true;
  const labels = name.replace(/\.$/, '').split('.');
  const last = labels.at(-1) ?? '';
  return (
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)) &&
    /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(last)
  );
}

/** Of a URL, which writes every form of an IPv4 address the same way. */
const isIp = (host: string): boolean => host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host);

function withTags(link: Link): Link {
  const shown = (text: string) => text.replaceAll(tag, '{…}');
  return { ...link, raw: shown(link.raw), ...(link.text && { text: shown(link.text) }) };
}

const shorteners: ReadonlySet<string> = new Set(table.trimEnd().split('\n').slice(1));

export const isPlainHttp = ({ raw }: Link): boolean => /^http:\/\//i.test(raw);
export const goesToIp = ({ url }: Link): boolean => url !== undefined && isIp(url.hostname);
export const isShortened = ({ url }: Link): boolean =>
  url !== undefined && shorteners.has(url.hostname.replace(/^www\./, ''));

export function isMisleading({ url, text = '' }: Link): boolean {
  if (url === undefined || text.includes('{')) return false;
  const shown = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24})(?:[/?#:]\S*)?$/iu.exec(text);
  if (!shown) return false;
  // `Node.js` and `report.pdf` look like a host and are not meant as one.
  const isMeant = /^https?:|^www\./i.test(text) || commonEndings.test(shown[1] ?? '');
  const host = isMeant ? parseUrl(`https://${shown[1]}`)?.hostname : undefined;
  return host !== undefined && ownerOf(host) !== ownerOf(url.hostname);
}

const commonEndings =
  /\.(?:com|org|net|io|co|ai|app|dev|de|at|ch|fr|es|it|nl|be|pl|pt|eu|uk|us|ca|example)$/i;

/** The part of a host that is registered: the last two labels, three under `co.uk` and the like. */
function ownerOf(host: string): string {
  const labels = host.split('.');
  const isShort =
    /^(?:co|com|org|net|ac|gov|edu)$/.test(labels.at(-2) ?? '') && (labels.at(-1) ?? '').length === 2;
  return labels.slice(isShort ? -3 : -2).join('.');
}
