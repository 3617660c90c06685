import { counted } from '../../../base/counted.ts';
import { exactText } from '../../../base/exact-json.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import { leadFields } from '../../../contract/lead-fields.ts';
import { KnownPeople, withoutValues } from '../../../domain/lead-file/known-people.ts';
import type { NewLead } from '../../../domain/lead-file/lead-maker.ts';
import type { Change, Difference } from './import-result.ts';
import type { SentOf } from './lead-file.ts';
import { agreeToSearch, type Search, type StoredLead, storedLeads } from './who-is-there.ts';
import { mostShown, onlyOf, type Work } from './work.ts';

type Counting = { -readonly [F in keyof Difference]: Difference[F] } & {
  examples: Difference['examples'][number][];
};

export interface Comparison {
  readonly diff: Difference;
  readonly sentOf: SentOf;
  /** Addresses of the rows that add someone. */
  newcomers(): AsyncIterable<string>;
}

/** Leads of the service that wait in memory to be compared: a file is read once for so many. */
const mostWaiting = 20_000;

/** Says what it costs, then reads which people are there; with `stores`, their old values are stored to be written. */
export async function compare(
  context: Context,
  work: Work,
  search: Search,
  stores: boolean,
): Promise<Comparison> {
  const {
    file,
    rows,
    result: { valid },
  } = work;
  const only = onlyOf(work.options);
  await agreeToSearch(context, search);
  const diff: Counting = {
    new: valid,
    changed: 0,
    same: 0,
    oldValues: 0,
    wereEmpty: 0,
    middleNames: 0,
    calls: 1,
    examples: [],
  };
  const people = new KnownPeople();
  const waiting = new Map<number, StoredLead>();
  const leads = () => file.leads(rows);
  await context.screen.progress(`Comparing ${counted(valid, 'lead')}`, async () => {
    for await (const stored of storedLeads(context, search, leads, () => diff.calls++)) {
      for (const lead of stored) {
        const row = rows.rowOf(lead.email);
        if (row !== 0 && people.keeps(row) === undefined) waiting.set(row, lead);
      }
      if (waiting.size >= mostWaiting) await compareWith(waiting, work, diff, people, stores);
    }
    if (waiting.size > 0) await compareWith(waiting, work, diff, people, stores);
  });
  const sentOf: SentOf = ({ number, lead }) => {
    const keeps = people.keeps(number);
    if (keeps === undefined) return only === 'existing' ? undefined : lead;
    return only === 'new' ? undefined : withoutValues(lead, keeps);
  };
  async function* newcomers() {
    for await (const some of leads())
      for (const row of some)
        if (people.keeps(row.number) === undefined && sentOf(row) !== undefined) yield row.lead.email;
  }
  return { diff, sentOf, newcomers };
}

async function compareWith(
  waiting: Map<number, StoredLead>,
  { options, file, rows, oldValues }: Work,
  diff: Counting,
  people: KnownPeople,
  stores: boolean,
): Promise<void> {
  for await (const some of file.leads(rows)) {
    for (const { number, lead, filled: defaults = [] } of some) {
      const stored = waiting.get(number);
      if (stored === undefined) continue;
      const all = options.onlyNew ? [] : changesOf(lead, stored);
      const isKept = ({ field, from }: Change) =>
        isSetOnce(field) || (from !== null && (options.keepExisting || defaults.includes(field)));
      const changes = all.filter((change) => !isKept(change));
      people.add(
        number,
        all.filter(isKept).map(({ field }) => field),
      );
      diff.new -= 1;
      diff[changes.length === 0 ? 'same' : 'changed'] += 1;
      diff.middleNames += all.filter(({ field }) => isSetOnce(field)).length;
      const filled = changes.filter(({ from }) => from === null).length;
      diff.wereEmpty += filled;
      diff.oldValues += changes.length - filled;
      if (changes.length === 0) continue;
      if (stores) await oldValues.add(stored, changes);
      const { email } = stored;
      if (options.diff && diff.examples.length < mostShown)
        diff.examples.push({ row: number, email, fields: changes.map(({ field }) => field), changes });
    }
  }
  waiting.clear();
}

const isSetOnce = (field: string): boolean =>
  field in leadFields && leadFields[field as keyof typeof leadFields].settable === 'atCreation';

function changesOf({ email: _, customVariables = {}, ...fields }: NewLead, stored: StoredLead): Change[] {
  const tags = new Map(
    Object.entries(stored.customVariables ?? {}).map(([key, value]) => [tagOf(key), value]),
  );
  const named = Object.entries(fields).map(([field, to]) => ({
    field,
    from: stored[field as keyof typeof fields],
    to,
  }));
  const variables = Object.entries(customVariables).map(([key, to]) => ({
    field: `{${tagOf(key)}}`,
    from: tags.get(tagOf(key)),
    to,
  }));
  return [...named, ...variables]
    .map((change) => ({ ...change, from: change.from === '' ? null : (change.from ?? null) }))
    .filter(({ from, to }) => exactText(from) !== exactText(to));
}
