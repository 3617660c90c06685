import { QuoteCheck } from '../../../cli/input/quote-check.ts';
import type { SourceFile } from '../../../cli/input/source-file.ts';
import { leadsPerCall } from '../../../contract/areas/leads.ts';
import { rateLimits } from '../../../contract/limits.ts';
import { HeadAddresses } from '../../../domain/lead-file/head-addresses.ts';

/** What three bursts of calls take: before a fourth may go, half a minute later, any file is read. */
export const headRows = 3 * rateLimits[0].requests * leadsPerCall;

/**
 * Looks through a delimited file for the leads at its beginning that are final although the rest was not read. The same
 * file gives the same ones each time. Undefined where nothing of it may be sent before it was read: a parser would
 * stumble over it further down, or its addresses cannot be found without one.
 */
export async function lookAhead(file: SourceFile, delimiter: string): Promise<HeadAddresses | undefined> {
  if (!HeadAddresses.understands(delimiter)) return undefined;
  const head = new HeadAddresses(headRows);
  const quotes = new QuoteCheck(delimiter);
  for await (const piece of file.text()) {
    head.take(piece);
    quotes.take(piece);
  }
  head.end();
  return quotes.holds() ? head : undefined;
}
