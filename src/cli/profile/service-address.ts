import { type Base, parseBaseUrl } from '../../base/base-url.ts';
import { Failure } from '../../base/errors.ts';

/** A base URL as it is kept and called: under the prefix `/r` (spec, Conventions), without a slash at the end. */
export interface ServiceAddress extends Base {
  readonly baseUrl: string;
}

/** Throws `usage` where the address is not fit for a key, or does not end in `/r`. `from` says where it was written. */
export function serviceAddress(text: string, from: string): ServiceAddress {
  const trimmed = text.trim();
  const base = parseBaseUrl(trimmed);
  const baseUrl = `${base.origin}${base.prefix}`;
  if (base.prefix.endsWith('/r')) return { ...base, baseUrl };
  throw new Failure('bad_base_url', `The base URL ${baseUrl} (${from}) does not end in /r`, {
    hint: `Every path of the service is under /r. Did you mean: ${baseUrl}/r`,
  });
}

/** The address of one endpoint, as it is called: a slash at its end stays. */
export function endpointAddress(text: string): string {
  const { origin, prefix } = parseBaseUrl(text.trim());
  return prefix === '' ? origin : `${origin}${new URL(text.trim()).pathname}`;
}

/** Another address of the service, under the same rules but for the prefix. */
export function webAddress(text: string): string {
  const { origin, prefix } = parseBaseUrl(text.trim());
  return `${origin}${prefix}`;
}

/** Throws `usage` where it is neither `local` nor the address of a journal that may be used. */
export async function checkJournal(text: string): Promise<void> {
  (await import('../../local/journal/journal-address.ts')).journalAddress(text);
}
