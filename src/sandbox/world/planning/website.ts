import { parseUrl } from '../../../base/parse-url.ts';
import { invalidField } from '../../core/request.ts';

/** What is found at an address. Nothing is fetched: what it is follows from its name. */
export interface Site {
  readonly host: string;
  /** What the company seems to be called. */
  readonly name: string;
  readonly state: 'readable' | 'placeholder' | 'unreachable';
}

/** A part of the host name that makes it a page which says nothing yet, so that the 422 can be tried by hand. */
const placeholders: readonly string[] = ['parked', 'placeholder', 'coming-soon'];

/** Names under `.invalid` exist nowhere (RFC 2606): they represent a website that cannot be read. */
const unreachable = /\.invalid$/;

/** Throws 400 where it is not an address of a website. */
export function siteOf(website: string): Site {
  const text = website.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const host = parseUrl(address)?.hostname.toLowerCase() ?? '';
  if (!/^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(host))
    throw invalidField('website', website, 'must be the address of a website');
  const labels = host.replace(/^www\./, '').split('.');
  const word = labels.at(labels.length > 2 && (labels.at(-2) ?? '').length < 4 ? -3 : -2) ?? host;
  const name = word.charAt(0).toUpperCase() + word.slice(1);
  if (unreachable.test(host)) return { host, name, state: 'unreachable' };
  return {
    host,
    name,
    state: labels.some((label) => placeholders.includes(label)) ? 'placeholder' : 'readable',
  };
}
