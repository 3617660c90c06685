import { counted, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command, type Files, type Service } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import { partialFailure } from '../../cli/messages/partial-failure.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { capital } from '../../cli/spending/effects.ts';
import { leads } from '../../contract/areas/leads.ts';
import * as s from '../../contract/schema/schema.ts';

/** `lead 12, Ana Berg (ana@lumen.example)`. */
async function named(api: Service['api'], id: number): Promise<string> {
  const { lead } = await api(leads.get, { params: { id } });
  const name = inline([lead.firstName, lead.lastName].filter(Boolean).join(' '));
  return name === '' ? `lead ${id}, ${lead.email}` : `lead ${id}, ${name} (${lead.email})`;
}

/** As given, with those on standard input in the place of `-`. */
async function leadsIn({ readText }: Pick<Files, 'readText'>, given: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const lead of given)
    all.push(
      ...(lead === '-' ? (await readText('-', 'list')).split('\n').map((line) => line.trim()) : [lead]),
    );
  const leads = all.filter((lead) => lead !== '');
  if (leads.length === 0 && given.includes('-'))
    throw new Failure('nothing_given', 'stdin has no lead; nothing was deleted');
  return leads;
}

function quoteOf(names: readonly string[]) {
  const [only, ...others] = names;
  const isOne = only !== undefined && others.length === 0;
  const what = isOne ? only : counted(names.length, 'lead');
  return {
    summary: isOne ? leads.delete.summary : 'Delete leads, their unsent emails and their places in campaigns',
    question: `Delete ${what}`,
    deletes: { what },
    facts: isOne
      ? ['Its unsent emails are deleted as well.']
      : ['Their unsent emails are deleted as well.', ...names.map(capital)],
    recipients: 0,
    exact: true,
  } as const;
}

export const remove = command({
  name: 'delete',
  summary: 'Delete leads, their unsent emails and their places in campaigns',
  uses: [leads.delete, leads.list, leads.get],
  tool: 'effects',
  answer: s.array(s.object({ id: s.id(), lead: s.string() })),
  fails: ['partial'],
  args: {
    leads: arg.many('ids or email addresses, - for stdin', {
      hint: 'lead',
      asked: 'lead',
    }),
  },
  examples: [
    'outreach leads delete 3',
    'outreach leads delete 4 helene.lefevre@nettle-instruments.example --yes',
  ],
  async run({ service, consent, screen, files }, values) {
    // All of them are looked up first: a misspelt one must not end a list that is half gone.
    const found = new Map<number, string>();
    for (const lead of await leadsIn(files, values.leads)) found.set(await service.find.lead(lead), lead);
    const ids = [...found.keys()];
    const names = new Map<number, string>();
    const approved = await consent.approveAll(
      ids.map((id) => ({ operation: leads.delete, input: { params: { id } } })),
      async () => {
        // Who it is matters to the person who is asked alone.
        if (!screen.globals.yes || screen.isForPeople)
          for (const id of ids) names.set(id, names.get(id) ?? (await named(service.api, id)));
        return quoteOf(ids.map((id) => names.get(id) ?? `lead ${id}`));
      },
    );
    const deleted: Deleted[] = [];
    for (const [at, grant] of approved.entries()) {
      const id = ids[at] as number;
      const lead = found.get(id) ?? '';
      const what = names.get(id) ?? `lead ${id}`;
      try {
        const { id: gone } = await service.api(leads.delete, { params: { id } }, grant());
        deleted.push({ id: gone, lead, ...(screen.isForPeople && { what }) });
      } catch (error) {
        if (deleted.length === 0) throw error;
        throw partialFailure(error, {
          done: `${deleted.length} of ${counted(found.size, 'lead')} ${plural(deleted.length, 'was', 'were')} deleted`,
          hint: say`The others: ${advise('leads delete', { leads: ids.slice(at) })}`,
          result: { items: deleted, total: deleted.length },
        });
      }
    }
    return deleted;
  },
  view: (deleted) =>
    deleted.every(({ what }) => what !== undefined)
      ? stack(...deleted.map(({ what }) => text(`Deleted ${what}`)))
      : table(deleted, [
          ['Deleted', (row) => row.id, 'id'],
          ['Lead', (row) => row.lead, 'id'],
        ]),
});

interface Deleted {
  readonly id: number;
  readonly lead: string;
  readonly what?: string;
}
