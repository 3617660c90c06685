import { counted, firstOf, plural } from '../../../base/counted.ts';
import { exactText } from '../../../base/exact-json.ts';
import { pattern } from '../../../cli/advice/line-of.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { LeadRow, SentOf } from '../../../cli/input/lead-file.ts';
import { notAddedText } from '../../../cli/launch/opt-outs.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import { leadFields } from '../../../contract/lead-fields.ts';
import { optOutIn } from '../../../domain/address/status-column.ts';
import { KnownPeople, withoutValues } from '../../../domain/lead-file/known-people.ts';
import type { ImportOptions } from './import-options.ts';
import type { Change, Difference } from './import-result.ts';
import { agreeToSearch, type Search, type StoredLead, storedLeads } from './who-is-there.ts';
import { mostShown, onlyOf, type Work } from './work.ts';

export type Comparison = Awaited<ReturnType<typeof compare>>;

/** Leads of the service that wait in memory to be compared: a file is read once for so many. */
const mostWaiting = 20_000;

/** Says what it costs, then reads which people are there; with `stores`, their old values are stored to be written. */
export async function compare(
  context: Context,
  { file, rows, options, oldValues, result: { valid, campaignId } }: Work,
  search: Search,
  stores: boolean,
) {
  await agreeToSearch(context, search);
  const counts = { new: valid, changed: 0, same: 0, oldValues: 0, wereEmpty: 0, middleNames: 0 };
  const examples: Difference['examples'][number][] = [];
  const diff = { ...counts, optOuts: 0, optedOut: 0, calls: 1, examples };
  const optedOut: string[] = [];
  /** Rows of people who opted out by what the service has of them: no import takes them into a campaign. */
  const outOfCampaign = new Map<number, string>();
  const { putsBack } = file;
  const leavesOut = campaignId !== null && !(await acceptsOptOuts(context, options));
  const people = new KnownPeople();
  const waiting = new Map<number, StoredLead>();
  const leads = () => file.leads(rows);
  const compareRow = async (row: LeadRow, stored: StoredLead) => {
    const isOut = leavesOut && optOutIn(stored.customVariables ?? {}, stored.email) !== undefined;
    if (isOut) outOfCampaign.set(row.number, stored.email);
    const lost = optOutLost(row, stored);
    const stays = putsBack ? undefined : lost;
    const { changes, kept } = isOut ? unchanged : changesOf(row, stored, options, stays);
    if ([...changes, ...kept].some(({ field }) => field === lost)) optedOut.push(stored.email);
    people.add(row.number, fieldsOf(kept));
    diff.new -= 1;
    diff[changes.length === 0 ? 'same' : 'changed'] += 1;
    diff.middleNames += kept.filter(isSetOnce).length;
    const filled = changes.filter(({ from }) => from === null).length;
    diff.wereEmpty += filled;
    diff.oldValues += changes.length - filled;
    if (changes.length === 0) return;
    if (stores) await oldValues.add(stored, changes);
    if (options.diff && diff.examples.length < mostShown)
      diff.examples.push({ row: row.number, email: stored.email, fields: fieldsOf(changes), changes });
  };
  const compareWaiting = async () => {
    for await (const row of each(leads())) {
      const stored = waiting.get(row.number);
      if (stored !== undefined) await compareRow(row, stored);
    }
    waiting.clear();
  };
  await context.screen.progress(`Comparing ${counted(valid, 'lead')}`, async () => {
    for await (const stored of storedLeads(context, search, leads, () => diff.calls++)) {
      for (const lead of stored) {
        const row = rows.rowOf(lead.email);
        if (row !== 0 && people.keeps(row) === undefined) waiting.set(row, lead);
      }
      if (waiting.size >= mostWaiting) await compareWaiting();
    }
    if (waiting.size > 0) await compareWaiting();
  });
  /** Rows of people who are not there. */
  async function* absent() {
    for await (const row of each(leads())) if (people.keeps(row.number) === undefined) yield row;
  }
  if (!putsBack) diff.optOuts = optedOut.length;
  if (optedOut.length > 0) context.screen.warn(saidOfOptOuts(optedOut, putsBack));
  const gone: string[] = [];
  if (putsBack && diff.new > 0) for await (const { lead } of absent()) gone.push(lead.email);
  if (gone.length > 0) context.screen.warn(saidOfGone(gone));
  diff.optedOut = outOfCampaign.size;
  const left = [...outOfCampaign.values()];
  if (left.length > 0)
    context.screen.warn(`${notAddedText(left.length, 'the campaign')}: ${firstOf(left, 3)}.`);
  const only = onlyOf(options);
  const sentOf: SentOf = ({ number, lead }) => {
    const keeps = people.keeps(number);
    if (outOfCampaign.has(number)) return undefined;
    if (keeps === undefined) return only === 'existing' ? undefined : lead;
    return only === 'new' ? undefined : withoutValues(lead, keeps);
  };
  /** Addresses of the rows that add someone. */
  async function* newcomers() {
    for await (const row of absent()) if (sentOf(row) !== undefined) yield row.lead.email;
  }
  return { diff, sentOf, newcomers };
}

async function acceptsOptOuts(context: Context, { accept = [] }: ImportOptions): Promise<boolean> {
  const { activeWaivers } = await import('../../../cli/launch/blocking-rules.ts');
  return activeWaivers(context, accept).some(({ rule }) => rule === 'opted-out');
}

const unchanged: ReturnType<typeof changesOf> = { changes: [], kept: [] };

const fieldsOf = (some: readonly Change[]) => some.map(({ field }) => field);

const isSetOnce = ({ field }: Change): boolean =>
  field in leadFields && leadFields[field as keyof typeof leadFields].settable === 'atCreation';

async function* each<T>(parts: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const some of parts) yield* some;
}

/** Names the first few. */
function saidOfOptOuts(people: readonly string[], putsBack: boolean): string {
  const some = firstOf(people, 3);
  if (putsBack)
    return `${counted(people.length, 'person who opted out does', 'people who opted out do')} not count as opted out with the old value: ${some}.`;
  const back = pattern('leads update', { lead: '<lead>', var: ['<key>=<value>'] });
  return `${counted(people.length, 'person', 'people')} opted out before, and the file says otherwise: the opt-out stays (${some}). To take it back: ${back}`;
}

function saidOfGone(people: readonly string[]): string {
  const are = plural(people.length, 'is', 'are');
  return `${counted(people.length, 'person', 'people')} of the file ${are} no longer there, and ${are} not restored: ${firstOf(people, 3)}.`;
}

/** The variable by which a person has opted out, where the row says in its place that they have not: `{unsubscribed}`. */
function optOutLost({ lead: { customVariables = {} } }: LeadRow, stored: StoredLead): string | undefined {
  const had = stored.customVariables ?? {};
  const optOut = (variables: object) => optOutIn(variables, stored.email);
  const said = optOut(had);
  if (said === undefined) return undefined;
  // What an object in a variable says is kept with the variable.
  const name = said in had ? said : (Object.keys(had).find((key) => optOut({ [key]: had[key] })) ?? said);
  const given = new Set(Object.keys(customVariables).map(tagOf));
  const rest = Object.entries(had).filter(([key]) => !given.has(tagOf(key)));
  const after = { ...Object.fromEntries(rest), ...customVariables };
  return optOut(after) === undefined ? `{${tagOf(name)}}` : undefined;
}

/** What a row changes of a lead, and what it would change of values that stay as the service has them: `stays` among them. */
function changesOf(
  { lead, filled }: LeadRow,
  stored: StoredLead,
  { onlyNew, keepExisting }: ImportOptions,
  stays: string | undefined,
) {
  const { email: _, customVariables = {}, ...fields } = lead;
  const tags = new Map<string, unknown>();
  for (const [key, value] of Object.entries(stored.customVariables ?? {})) tags.set(tagOf(key), value);
  const values: [field: string, from: unknown, to: unknown][] = [];
  for (const [field, to] of Object.entries(fields))
    values.push([field, stored[field as keyof typeof fields], to]);
  for (const [key, to] of Object.entries(customVariables))
    values.push([`{${tagOf(key)}}`, tags.get(tagOf(key)), to]);
  const [changes, kept]: [Change[], Change[]] = [[], []];
  for (const [field, before, to] of values) {
    const from = before === '' ? null : (before ?? null);
    if (onlyNew || exactText(from) === exactText(to)) continue;
    const change = { field, from, to };
    const isFilled = from !== null && (keepExisting || filled.includes(field));
    if (isSetOnce(change) || field === stays || isFilled) kept.push(change);
    else changes.push(change);
  }
  return { changes, kept };
}
