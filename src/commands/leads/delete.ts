import { counted, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { leftOut, type Read, readOr, whyOf } from '../../cli/answer/fact.ts';
import { type Context, command, type Files } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import { partialFailure } from '../../cli/messages/partial-failure.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { capital } from '../../cli/spending/effects.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Joined, joinedCampaigns } from './person/joined-campaigns.ts';

/** A lead as the question shows it. */
interface Shown {
  /** `lead 12, Ana Berg (ana@lumen.example)`. */
  readonly name: string;
  /** That send to it; undefined where they were not looked up. */
  readonly campaigns: readonly Joined[] | undefined;
}

/** So many calls may a question make to find the campaigns of the leads. */
const mostLookups = 40;

/** Asks for each lead once, although a quote is read twice. */
function showing(context: Pick<Context, 'service' | 'screen'>, leadCount: number) {
  const { api } = context.service;
  const shown = new Map<number, Shown>();
  const readRunning = async () => {
    const { items } = await api.page(campaigns.list, {}, { pageSize: 200 });
    const running = items.filter(({ status }) => status === 'running');
    return running.length * leadCount > mostLookups ? undefined : running;
  };
  let running: Promise<Read<readonly Joined[] | undefined>> | undefined;
  return async (id: number): Promise<Shown> => {
    const before = shown.get(id);
    if (before !== undefined) return before;
    const { lead } = await api(leads.get, { params: { id } });
    running ??= readOr(campaigns.list, readRunning);
    const { value: among, failure } = await running;
    if (failure) leftOut(context, campaigns.list, whyOf(failure));
    const name = inline([lead.firstName, lead.lastName].filter(Boolean).join(' '));
    const found = {
      name: name === '' ? `lead ${id}, ${lead.email}` : `lead ${id}, ${name} (${lead.email})`,
      campaigns: among && (await joinedCampaigns(context.service, lead, among)),
    };
    shown.set(id, found);
    return found;
  };
}

const runningIn = (found: readonly Joined[]): string =>
  found.map(({ id, name }) => `${inline(name)} (campaign ${id})`).join(', ');

const notLookedUp = 'Running campaigns that they are in were not looked up.';

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

function quoteOf(shown: readonly Shown[]) {
  const [only, ...others] = shown;
  const isOne = only !== undefined && others.length === 0;
  const what = isOne ? only.name : counted(shown.length, 'lead');
  const lines = shown.map(({ name, campaigns = [] }) =>
    campaigns.length === 0 ? capital(name) : `${capital(name)}, in ${runningIn(campaigns)}`,
  );
  return {
    summary: isOne ? leads.delete.summary : 'Delete leads, their unsent emails and their places in campaigns',
    question: `Delete ${what}`,
    deletes: { what },
    facts: [
      `${isOne ? 'Its' : 'Their'} unsent emails are deleted as well.`,
      ...(isOne && only.campaigns?.length
        ? [`It leaves the running campaigns that it is in: ${runningIn(only.campaigns)}`]
        : []),
      ...(shown.some(({ campaigns }) => campaigns === undefined) ? [notLookedUp] : []),
      ...(isOne ? [] : lines),
    ],
    recipients: 0,
    exact: true,
  } as const;
}

export const remove = command({
  name: 'delete',
  summary: 'Delete leads, their unsent emails and their places in campaigns',
  uses: [leads.delete, leads.list, leads.get, campaigns.list],
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
  async run(context, values) {
    const { service, consent, screen, files } = context;
    // All of them are looked up first: a misspelt one must not end a list that is half gone.
    const found = new Map<number, string>();
    for (const lead of await leadsIn(files, values.leads)) found.set(await service.find.lead(lead), lead);
    const ids = [...found.keys()];
    const names = new Map<number, string>();
    const show = showing(context, ids.length);
    const approved = await consent.approveAll(
      ids.map((id) => ({ operation: leads.delete, input: { params: { id } } })),
      async () => {
        // Who it is matters to the person who is asked alone.
        const isSeen = !screen.globals.yes || screen.isForPeople;
        const shown: Shown[] = [];
        for (const id of ids) shown.push(isSeen ? await show(id) : { name: `lead ${id}`, campaigns: [] });
        if (isSeen) for (const [at, id] of ids.entries()) names.set(id, shown[at]?.name ?? '');
        return quoteOf(shown);
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
