import { counted, grouped, plural } from '../../base/counted.ts';
import type { Advice } from '../../base/text/advice.ts';
import { addressColumns } from '../../domain/lead-file/lead-mapping.ts';
import { advise } from '../advice/advise.ts';
import { lineOf } from '../advice/line-of.ts';

/** How a file of leads was read. */
export interface Reading {
  readonly file: string;
  readonly map?: readonly string[] | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
}

/** Blocks the people of a file who opted out, by the columns that an import of it took their addresses from. */
export const blockOptOuts = ({ file, map, delimiter, encoding }: Reading): Advice =>
  advise('blocklist import', {
    file,
    only: 'opted-out',
    column: addressColumns(map),
    delimiter,
    encoding,
  });

/** Leaving a row out stops no mail to a person who is in a campaign already. */
export function optOutsIn(reading: Reading, count: number): string | undefined {
  if (count === 0) return undefined;
  const people = counted(count, 'person who opted out is', 'people who opted out are');
  const how = reading.file === '-' ? ', with the same rows' : '';
  return `${people} left out. To block them, and to see what stops emails already scheduled${how}: ${lineOf(blockOptOuts(reading))}`;
}

/** Of people in an import, how many are not in the campaign for it: the service does not tell who, or why. */
export const notJoinedText = (missing: number, sent: number | null, campaignId: number | null): string =>
  `${grouped(missing)} of ${counted(sent ?? 0, 'person', 'people')} did not join campaign ${campaignId}: they are in it already, opted out, or are among those its settings exclude.`;

/** Of people in an import, who opted out by what the service has of them. */
export const notAddedText = (count: number, campaign: string): string =>
  `${counted(count, 'person', 'people')} opted out before, and ${plural(count, 'is', 'are')} not added to ${campaign}`;
