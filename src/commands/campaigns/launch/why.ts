import { counted, firstOf } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { inLanes } from '../../../base/steps.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { rowErrorFields } from '../../../cli/answer/request-fields.ts';
import { createTargetClock } from '../../../cli/connect/target-clock.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../../cli/declare/params.ts';
import {
  accountName,
  type Column,
  type Field,
  heading,
  record,
  stack,
  type Toned,
  table,
  toned,
  type View,
} from '../../../cli/declare/view.ts';
import { allIn } from '../../../cli/find/find-in-pages.ts';
import { campaignReads } from '../../../cli/launch/read-campaign.ts';
import { withoutRoute } from '../../../cli/messages/hints/route-hint.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { type Account, allAccounts, ownAccount, type Reached, rowsOf } from '../../../cli/stop/accounts.ts';
import { notAllRead } from '../../../cli/stop/not-all.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import * as s from '../../../contract/schema/schema.ts';
import { readWhy, type Why, whyEntries, whyFields } from './read-why.ts';

/** A campaign that runs; or an account whose campaigns cannot be read. */
const itemFields = s.object({
  ...whyEntries,
  profile: s.nullable(s.string()),
  campaignId: s.nullable(s.id()),
  name: s.nullable(s.fromOthers(s.string())),
  error: s.nullable(rowErrorFields),
});

type Item = s.DocumentOf<typeof itemFields>;

interface WhyList {
  readonly items: readonly Item[];
  readonly total: number;
}

export const why = command({
  name: 'why',
  summary: 'Explain why a campaign sends nothing now, or less than it could',
  about: `Shows one cause per line, the decisive one first, with the command that changes it. If the campaign sends nothing now, it exits with code 16. Without a campaign, it shows one line for each running campaign.

The schedule is assumed to be in UTC, and days are UTC days. The service does not show due dates or emails per mailbox, so \`sends\` in the JSON can be null (unknown).`,
  uses: campaignReads,
  tool: 'read',
  core: true,
  answer: ({ campaign }) =>
    campaign === undefined ? s.object({ items: s.array(itemFields), total: s.integer() }) : whyFields,
  fails: ['ended-badly', 'partial'],
  rows: ({ campaign }) => (campaign === undefined ? 'items' : 'causes'),
  local: 'allProfiles',
  args: {
    campaign: arg.optionalText('id or exact name (default: all running campaigns)', { names: 'campaigns' }),
    allProfiles: lineOnly(opt.flag('do this in every profile on this machine')),
  },
  excludes: [['allProfiles', 'campaign', 'profile']],
  examples: [
    'outreach campaigns why',
    'outreach campaigns why 1',
    'outreach campaigns why "First steps" --json --fields sends,causes',
  ],
  async run(context, { campaign, allProfiles }): Promise<Why | WhyList> {
    if (campaign === undefined) return whyAll(context, allProfiles);
    const found = await readWhy(context, await context.service.find.campaign(campaign));
    if (found.sends !== false) return found;
    const message = `campaign ${found.campaignId} sends nothing now`;
    // A person has the causes on the screen.
    if (context.screen.isForPeople)
      throw new Failure('sends_nothing', message, { hint: null, result: found });
    const [first] = found.causes;
    throw new Failure('sends_nothing', first ? `${message}: ${first.message}` : message, {
      hint: first?.command ? `Change it: ${first.command}` : undefined,
      result: found,
    });
  },
  view: (found) =>
    'items' in found
      ? table(found.items, columns, 'No campaign runs.')
      : stack(
          heading(titleOf(found.campaignId, found.sends)),
          table(
            found.causes,
            [
              ['Cause', (cause) => signOf(cause, found.sends), 'state', 0],
              ['Why', ({ message }) => withoutRoute(message), 'prose', 0],
            ],
            'Nothing keeps it from sending more.',
          ),
          ...changesView(found.causes),
        ),
  next: (found) => {
    if (!('items' in found))
      return [['what goes out when', advise('campaigns forecast', { campaign: found.campaignId })]];
    const worst = found.items.find(({ sends }) => sends === false);
    return worst ? [['more of it', advise('campaigns why', { campaign: worst.campaignId })]] : [];
  },
});

const columns: readonly Column<Item>[] = [
  ['Campaign', 'campaignId', 'id'],
  ['Name', 'name'],
  ['Sends', ({ sends }) => (sends === null ? 'not known' : sends ? 'yes' : toned('no', 'bad')), 'state', 0],
  ['Why', ({ causes: [first], error }) => error?.message ?? first?.message, 'prose', 1],
  ['Profile', accountName, 'text', 5],
];

async function whyAll(context: Context, allProfiles: boolean): Promise<WhyList> {
  const read = async (account: Account & Reached): Promise<Item[]> => {
    const { profile, api } = account;
    const here = allProfiles ? inAccount(context, account) : context;
    const running = await allIn(api.pages(campaigns.list, {}), ({ status }) => status === 'running');
    return inLanes(running, async ({ id, name }) => ({
      profile,
      name,
      ...(await readWhy(here, id)),
      error: null,
    }));
  };
  const blank = { campaignId: null, name: null, sends: null, causes: [] };
  const { items, failures } = await context.screen.progress('Looking at campaigns', async () =>
    allProfiles
      ? rowsOf<Item>(await allAccounts(context), read, (profile, error) => ({ profile, ...blank, error }))
      : { items: await read(ownAccount(context)), failures: [] },
  );
  const result = { items, total: items.length };
  const idle = items.filter(({ sends }) => sends === false);
  if (idle.length > 0) {
    const names = idle.map(({ campaignId, name }) => `${campaignId} "${inline(name ?? '')}"`);
    const message = `${counted(idle.length, 'campaign runs and sends', 'campaigns run and send')} nothing now: ${firstOf(names, 5)}`;
    throw new Failure('sends_nothing', message, { hint: null, result });
  }
  const unread = notAllRead(failures, 'No campaign that was read sends nothing', result);
  if (unread) throw unread;
  return result;
}

/** The same command in another account of this machine. */
function inAccount(context: Context, { api, settings }: Account & Reached): Context {
  const { files, service } = context;
  const target = settings.inProcess ? settings : undefined;
  const own = { api, settings, targetNow: () => createTargetClock(files.world).ask(target) };
  const parts = Object.entries(own).map(([name, value]) => [name, { value }]);
  return { ...context, service: Object.create(service, Object.fromEntries(parts)) };
}

const titleOf = (id: number, sends: boolean | null): string => {
  if (sends === null) return `Campaign ${id}: can't tell whether it is sending right now`;
  return sends ? `Campaign ${id} sends` : `Campaign ${id} sends nothing now`;
};

/** Below the table, as a column of commands would be dropped in most windows. */
function changesView(causes: Why['causes']): View[] {
  const changes = causes.flatMap(({ cause, command }): Field[] => (command ? [[cause, command, 'id']] : []));
  return changes.length === 0 ? [] : [heading('To change it'), record(...changes)];
}

function signOf({ cause, binding }: Why['causes'][number], sends: boolean | null): Toned {
  if (cause === 'not-known') return toned(cause, 'unknown');
  if (!binding) return toned(cause, 'idle');
  return toned(cause, sends ? 'warn' : 'bad');
}
