import { counted } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { isAtRest } from '../../domain/item-states.ts';
import { type KeptLimit, keptLimitsIn } from '../../local/stops/kept-limits.ts';
import { isYesConsent } from '../consent/person-gate.ts';
import { headingOf } from '../consent/shown.ts';
import type { Context } from '../declare/command.ts';
import { allIn } from '../find/find-in-pages.ts';
import { inline } from '../output/text/inline.ts';
import { accountOf } from '../profile/account.ts';
import { type MailboxLabel, mailboxLabel, setLimit } from './by-limits.ts';
import { type StopList, type Stoppable, stopAll } from './stop-all.ts';

type Mailbox = ItemOf<typeof senders.list>;

/** A mailbox that was stopped by its limit from here; undefined where it is not listed any more. */
interface Stopped extends KeptLimit {
  readonly key: string;
  readonly mailbox: Mailbox | undefined;
}

/** Puts back the limits of mailboxes that are still 0, and reports the others. What is put back is no longer kept. */
export async function undoLimits(context: Context): Promise<StopList<MailboxLabel>> {
  const { service, files, screen } = context;
  const file = keptLimitsIn(files.world, accountOf(service.settings));
  const kept = Object.entries(file.read());
  if (kept.length === 0) {
    screen.note('No mailbox of this account was stopped by its limit from here.');
    return { items: [], total: 0 };
  }
  const listed = await screen.progress('Reading mailboxes', () => allIn(service.api.pages(senders.list, {})));
  const there = new Map(listed.map((one) => [String(one.id), one]));
  const items = kept.map(([key, one]) => ({ ...one, key, mailbox: there.get(key) }));
  const restored = items.filter((one) => whyLeft(one) === undefined);
  await agreeToMail(context, restored);
  const forget = async (gone: readonly Stopped[]) => {
    const keys = gone.map(({ key }) => key);
    if (!screen.globals.dryRun && keys.length > 0)
      await file.change((all) => {
        const kept = { ...all };
        for (const key of keys) delete kept[key];
        return kept;
      });
  };
  const what: Stoppable<Stopped, MailboxLabel> = {
    noun: ['limit', 'limits'],
    done: 'restored',
    async *pages() {
      yield { items, total: items.length, page: 1, limit: items.length, hasMore: false };
    },
    id: ({ key }) => key,
    rests: () => false,
    left: whyLeft,
    before: (_, all) => forget(all.filter(({ mailbox }) => !mailbox || mailbox.currentDailyLimit)),
    async stop(api, stopped) {
      await setLimit(api, Number(stopped.mailbox?.id), stopped.limit ?? 0);
      await forget([stopped]);
    },
    label: (stopped) => ({
      ...mailboxLabel(stopped?.mailbox ?? null),
      ...(stopped && { address: stopped.address, limitBefore: stopped.limit }),
    }),
    atOnce: 1,
    failure: 'partial',
  };
  return stopAll(context, what, { allProfiles: false });
}

function whyLeft({ mailbox, limit }: Stopped): string | undefined {
  if (!mailbox) return 'it is not listed any more';
  const { currentDailyLimit: now } = mailbox;
  if (now !== 0) return `its limit is ${now ?? 'not known'} by now`;
  return limit === null ? 'its old limit is not known' : undefined;
}

/** Where campaigns that run use the mailboxes, mail goes out again at once: a person agrees to that, or `--yes`. */
async function agreeToMail(context: Context, mailboxes: readonly Stopped[]): Promise<void> {
  const { service, consent, files, screen } = context;
  // Where only a person agrees, the client asks about each call.
  if (screen.globals.yes || mailboxes.length === 0 || !isYesConsent(files.world, service.settings)) return;
  const running = await runningWith(context, mailboxes);
  if (running === '') return;
  const heading = headingOf({ summary: 'Put back the daily limits of mailboxes' }, service.settings);
  const facts = [
    `Daily limits: ${mailboxes.map(({ address, limit }) => `${inline(address)} 0 → ${limit}`).join(', ')}`,
    `Campaigns that send from them again at once: ${running}`,
  ];
  if (!screen.globals.dryRun) {
    const question = `Put back the limits of ${counted(mailboxes.length, 'mailbox', 'mailboxes')}`;
    await consent.agree({ heading, facts, question, operations: [senders.update] });
  } else if (screen.isForPeople) for (const line of [heading, ...facts]) screen.tell(line);
}

/** Their names; empty where none runs. A mailbox whose campaigns are not shown may send for any. */
async function runningWith({ service }: Context, mailboxes: readonly Stopped[]): Promise<string> {
  const used = new Set<string>();
  let isAnyones = false;
  for (const { mailbox } of mailboxes) {
    isAnyones ||= !mailbox?.campaignIds;
    for (const id of mailbox?.campaignIds ?? []) used.add(String(id));
  }
  try {
    const running: string[] = [];
    for (const one of await allIn(service.api.pages(campaigns.list, {})))
      if (!isAtRest(one) && (isAnyones || used.has(String(one.id))))
        running.push(`${one.id} "${inline(one.name)}"`);
    return running.join(', ');
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    return `not known (${error.message})`;
  }
}
