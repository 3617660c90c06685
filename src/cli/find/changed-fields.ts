import { optionOf, scheduleSettings } from '../../contract/campaign-settings.ts';
import { describeDays } from '../../domain/schedule-text.ts';
import { inline } from '../output/text/inline.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Those of mailboxes beside those of campaigns. */
const options: ReadonlyMap<string, string> = new Map([
  ...optionOf,
  ['currentDailyLimit', 'dailyLimit'],
  ['maximumSendingsLimitPerDay', 'maxLimit'],
  ['minimumSendingsLimitPerDay', 'minLimit'],
  ['toggleGradualBuildUp', 'buildUp'],
]);

/** `Daily limit: 50 → 20`, for each field that becomes another one; the new value alone where the old is not known. */
export const changedFields = (now: Fields, change: object): string[] =>
  Object.entries(change).flatMap(([field, value]) => {
    const [old, wanted] = [shown(field, now[field]), shown(field, value)];
    if (old === wanted) return [];
    return `${fieldWords(field)}: ${old === undefined ? '' : `${old} → `}${wanted}`;
  });

/** `Build up` of `toggleGradualBuildUp`. */
export const fieldWords = (field: string): string => {
  const words = (options.get(field) ?? field).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

function shown(field: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === scheduleSettings.days) return describeDays(String(value));
  return inline(typeof value === 'string' ? value : JSON.stringify(value));
}
