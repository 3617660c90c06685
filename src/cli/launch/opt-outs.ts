import { counted } from '../../base/counted.ts';
import { advise } from '../advice/advise.ts';
import { lineOf } from '../advice/line-of.ts';

/** Leaving a row out stops no mail to a person who is in a campaign already. */
export function optOutsIn(file: string, count: number): string | undefined {
  if (count === 0) return undefined;
  const line = lineOf(advise('blocklist import', { file, only: 'opted-out' }));
  const people = counted(count, 'person who opted out', 'people who opted out');
  const how = file === '-' ? ', with the same rows' : '';
  return `${people} may be in a campaign already. To stop all mail to them${how}: ${line}`;
}
