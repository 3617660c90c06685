import { counted, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { lineOf, pattern } from '../../cli/advice/line-of.ts';
import { leftOut, type Read, readOr, whyOf } from '../../cli/answer/fact.ts';
import { type Context, command, type Files } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import { readBlocklist } from '../../cli/launch/read-blocklist.ts';
import { partialFailure } from '../../cli/messages/partial-failure.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { capital } from '../../cli/spending/effects.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Joined, joinedCampaigns } from './person/joined-campaigns.ts';

/** A lead as the question shows it. */
interface Shown {
  /** `lead 12, Ana Berg (ana@lumen.example)`. */
  readonly name: string;
  /** Undefined where it was not looked up, as the campaigns. */
  readonly email?: string;
  /** That send to it; undefined where they were not looked up. */
  readonly campaigns: readonly Joined[] | undefined;
}

/** So many calls may a question make to find the campaigns of the leads. */
const mostLookups = 40;

/** Looks up a lead, and which of the campaigns that run it is in; those are listed once. */
function lookUp(context: Pick<Context, 'service' | 'screen'>, leadCount: number) {
  const { api } = context.service;
  const readRunning = async () => {
    const { items } = await api.page(campaigns.list, {}, { pageSize: 200 });
    const running = items.filter(({ status }) => status === 'running');
    return running.length * leadCount > mostLookups ? undefined : running;
  };
  let running: Promise<Read<readonly Joined[] | undefined>> | undefined;
  return async (id: number): Promise<Shown> => {
    const { lead } = await api(leads.get, { params: { id } });
    running ??= readOr(campaigns.list, readRunning);
    const { value: among, failure } = await running;
    if (failure) leftOut(context, campaigns.list, whyOf(failure));
    const name = inline([lead.firstName, lead.lastName].filter(Boolean).join(' '));
    return {
      name: name === '' ? `lead ${id}, ${lead.email}` : `lead ${id}, ${name} (${lead.email})`,
      email: lead.email,
      campaigns: among && (await joinedCampaigns(context.service, lead, among)),
    };
  };
}

/** `Lead 12, ana@lumen.example leaves running campaigns: Autumn (campaign 3)`. */
function leaving({ name, campaigns = [] }: Shown): string {
  const left = campaigns.map(({ id, name }) => `${inline(name)} (campaign ${id})`).join(', ');
  return left === '' ? capital(name) : `${capital(name)} leaves running campaigns: ${left}`;
}

const mostNamed = 5;

/** The service keeps an unsubscribe with the lead: who is not on the blocklist gets email again after an import. */
async function forgotten(
  { service }: Pick<Context, 'service'>,
  people: readonly string[],
): Promise<string[]> {
  if (people.length === 0) return [];
  const read = await readOr(blocklist.list, () => readBlocklist(service));
  const open = people.filter((email) => !read.value?.(email));
  return open.length === 0 ? [] : [keptBy(open)];
}

const keptBy = (open: readonly string[]): string => {
  const isNamed = open.length > 0 && open.length <= mostNamed;
  const line = isNamed
    ? lineOf(advise('blocklist add', { values: open }))
    : pattern('blocklist add', { values: '<address>' });
  return `An unsubscribe is forgotten: a later import can email ${open.length === 1 ? 'the person' : 'these people'} again. To prevent that: ${line}`;
};

/** As given, with those on standard input in the place of `-`. */
async function leadsIn({ readText }: Pick<Files, 'readText'>, given: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const lead of given)
    if (lead !== '-') all.push(lead);
    else for (const line of (await readText('-', 'list')).split('\n')) all.push(line.trim());
  const leads = all.filter(Boolean);
  if (leads.length === 0 && given.includes('-'))
    throw new Failure('nothing_given', 'stdin has no lead; nothing was deleted');
  return leads;
}

function quoteOf(shown: readonly Shown[], kept: readonly string[]) {
  const [only, ...others] = shown;
  const isOne = only !== undefined && others.length === 0;
  const what = isOne ? only.name : counted(shown.length, 'lead');
  return {
    summary: isOne ? leads.delete.summary : 'Delete leads, their unsent emails and their places in campaigns',
    question: `Delete ${what}`,
    deletes: { what },
    facts: [
      `${isOne ? 'Its' : 'Their'} unsent emails are deleted as well.`,
      ...kept,
      ...(shown.some(({ campaigns }) => campaigns === undefined)
        ? ['Whether campaigns that run lose people is not looked up.']
        : []),
      ...(isOne && !only.campaigns?.length ? [] : shown.map(leaving)),
    ],
    recipients: 0,
    exact: true,
  } as const;
}

export const remove = command({
  name: 'delete',
  summary: 'Delete leads, their unsent emails and their places in campaigns',
  about:
    'The service forgets a deleted lead, and whether it unsubscribed: a later import can email the person again. To prevent that, also use `blocklist add`.',
  uses: [leads.delete, leads.list, leads.get, blocklist.list, campaigns.list],
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
    const shown = new Map<number, Shown>();
    const seen = lookUp(context, ids.length);
    const approved = await consent.approveAll(
      ids.map((id) => ({ operation: leads.delete, input: { params: { id } } })),
      async () => {
        // Who it is matters to the person who is asked alone.
        const isSeen = !screen.globals.yes || screen.isForPeople;
        const people: string[] = [];
        for (const id of ids) {
          const one = shown.get(id) ?? (isSeen ? await seen(id) : { name: `lead ${id}`, campaigns: [] });
          shown.set(id, one);
          if (one.email !== undefined) people.push(one.email);
        }
        return quoteOf([...shown.values()], await forgotten(context, people));
      },
    );
    if (![...shown.values()].some(({ email }) => email !== undefined)) screen.note(keptBy([]));
    const deleted: { readonly id: number; readonly lead: string; readonly what?: string }[] = [];
    for (const [at, grant] of approved.entries()) {
      const id = ids[at] as number;
      const lead = found.get(id) ?? '';
      const what = shown.get(id)?.name ?? `lead ${id}`;
      try {
        const { id: gone } = await service.api(leads.delete, { params: { id } }, grant());
        deleted.push({ id: gone, lead, ...(screen.isForPeople && { what }) });
      } catch (error) {
        if (deleted.length === 0) throw error;
        throw partialFailure(error, {
          done: `${deleted.length} of ${counted(found.size, 'lead')} ${plural(deleted.length, 'was', 'were')} deleted`,
          changed: true,
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
          ['Deleted', 'id', 'id'],
          ['Lead', 'lead', 'id'],
        ]),
});
