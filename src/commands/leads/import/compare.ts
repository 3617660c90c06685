import { counted } from '../../../base/counted.ts';
import { exactText } from '../../../base/exact-json.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import { leadFields } from '../../../contract/lead-fields.ts';
import { KnownPeople, withoutValues } from '../../../domain/lead-file/known-people.ts';
import type { NewLead } from '../../../domain/lead-file/lead-maker.ts';
import type { LeadRows } from '../../../domain/lead-file/lead-rows.ts';
import type { Change, Difference } from './import-result.ts';
import type { LeadFile, LeadRow, SentOf } from './lead-file.ts';
import { agreeToSearch, type Search, type StoredLead, storedLeads } from './who-is-there.ts';

type Counting = { -readonly [F in keyof Difference]: Difference[F] } & {
  examples: Difference['examples'][number][];
};

export interface Choice {
  readonly only: 'new' | 'existing' | undefined;
  readonly keepExisting: boolean;
}

export interface Comparison {
  readonly diff: Difference;
  readonly sentOf: SentOf;
  /** Addresses of the rows that add someone. */
  newcomers(): AsyncIterable<string>;
}

interface Comparing {
  readonly file: LeadFile;
  readonly rows: LeadRows;
  readonly valid: number;
  readonly choice: Choice;
  readonly mostExamples: number;
  readonly onChange: ((stored: StoredLead, changes: readonly Change[]) => Promise<void>) | undefined;
}

/** Leads of the service that wait in memory to be compared: a file is read once for so many. */
const mostWaiting = 20_000;

/** Says what it costs, then reads which people are there. */
export async function compare(context: Context, comparing: Comparing, search: Search): Promise<Comparison> {
  const { file, rows, valid, choice } = comparing;
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
      if (waiting.size >= mostWaiting) await compareWith(waiting, leads(), comparing, diff, people);
    }
    if (waiting.size > 0) await compareWith(waiting, leads(), comparing, diff, people);
  });
  const sentOf: SentOf = ({ number, lead }) => {
    const keeps = people.keeps(number);
    if (keeps === undefined) return choice.only === 'existing' ? undefined : lead;
    return choice.only === 'new' ? undefined : withoutValues(lead, keeps);
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
  leads: AsyncIterable<readonly LeadRow[]>,
  { choice, mostExamples, onChange }: Comparing,
  diff: Counting,
  people: KnownPeople,
): Promise<void> {
  for await (const some of leads) {
    for (const { number, lead, filled: defaults = [] } of some) {
      const stored = waiting.get(number);
      if (stored === undefined) continue;
      const all = choice.only === 'new' ? [] : changesOf(lead, stored);
      const isKept = ({ field, from }: Change) =>
        isSetOnce(field) || (from !== null && (choice.keepExisting || defaults.includes(field)));
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
      await onChange?.(stored, changes);
      const { email } = stored;
      if (diff.examples.length < mostExamples)
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
