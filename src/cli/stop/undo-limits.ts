import { counted } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { isAtRest } from '../../domain/item-states.ts';
import { type KeptLimit, keptLimitsIn } from '../../local/stops/kept-limits.ts';
import { describeDryRun } from '../answer/show-request.ts';
import { isYesConsent } from '../consent/person-gate.ts';
import { headingOf } from '../consent/shown.ts';
import type { Context } from '../declare/command.ts';
import { DryRun } from '../declare/early-end.ts';
import { allIn } from '../find/find-in-pages.ts';
import { inline } from '../output/text/inline.ts';
import { accountOf } from '../profile/account.ts';
import { type MailboxLabel, mailboxLabel, setLimit } from './by-limits.ts';
import { notAll, rowError } from './not-all.ts';
import type { StopList, StopRow } from './stop-all.ts';

type Mailbox = ItemOf<typeof senders.list>;
type Row = StopRow<MailboxLabel>;

/** Puts back the limits of mailboxes that are still 0, and reports the others. What is put back is no longer kept. */
export async function undoLimits(context: Context): Promise<StopList<MailboxLabel>> {
  const { service, files, screen } = context;
  const file = keptLimitsIn(files.world, accountOf(service.settings));
  const kept = Object.entries(file.read());
  if (kept.length === 0) {
    screen.note('No mailbox of this account was stopped by its limit from here.');
    return { items: [], total: 0 };
  }
  const items: Row[] = [];
  const failures: Failure[] = [];
  const there = await screen.progress(
    'Reading mailboxes',
    async () =>
      new Map((await allIn(service.api.pages(senders.list, {}))).map((one) => [String(one.id), one])),
  );
  await agreeToMail(
    context,
    kept.flatMap(([id, { limit }]) => {
      const mailbox = there.get(id);
      return limit !== null && mailbox?.currentDailyLimit === 0 ? [{ mailbox, limit }] : [];
    }),
  );
  await screen.progress('Putting back the limits', async () => {
    for (const [id, one] of kept) {
      const { row, failure, isOver } = await putBack(context, there.get(id), one);
      items.push({
        ...row,
        profile: service.settings.profile,
        ...(row.senderEmailId === null && { address: one.address }),
      });
      if (failure) failures.push(failure);
      if (isOver && !screen.globals.dryRun) await file.change(({ [id]: _, ...others }) => others);
    }
  });
  const result = { items, total: items.length };
  const restored = items.filter(({ outcome }) => outcome === 'restored').length;
  const done = `Put back the limits of ${counted(restored, 'mailbox', 'mailboxes')}`;
  const [first, ...others] = failures;
  if (first)
    throw notAll([first, ...others], {
      code: 'partial',
      done,
      rest: 'what is put back is left alone',
      outcome: restored > 0 ? 'done' : 'none',
      result,
    });
  screen.note(screen.globals.dryRun ? 'A dry run: nothing was sent.' : `${done}.`);
  return result;
}

interface PutBack {
  readonly mailbox: Mailbox;
  readonly limit: number;
}

/** Where campaigns that run use the mailboxes, mail goes out again at once: a person agrees to that, or `--yes`. */
async function agreeToMail(context: Context, mailboxes: readonly PutBack[]): Promise<void> {
  const { service, consent, files, screen } = context;
  // Where only a person agrees, the client asks about each call.
  if (screen.globals.yes || mailboxes.length === 0 || !isYesConsent(files.world, service.settings)) return;
  const running = await runningWith(context, mailboxes);
  if (running === '') return;
  const heading = headingOf({ summary: 'Put back the daily limits of mailboxes' }, service.settings);
  const facts = [
    `Daily limits: ${mailboxes.map(({ mailbox, limit }) => `${inline(mailbox.address)} 0 → ${limit}`).join(', ')}`,
    `Campaigns that send from them again at once: ${running}`,
  ];
  if (!screen.globals.dryRun) {
    const question = `Put back the limits of ${counted(mailboxes.length, 'mailbox', 'mailboxes')}`;
    await consent.agree({ heading, facts, question, operations: [senders.update] });
  } else if (screen.isForPeople) for (const line of [heading, ...facts]) screen.tell(line);
}

/** Their names; empty where none runs. A mailbox whose campaigns are not shown may send for any. */
async function runningWith({ service }: Context, mailboxes: readonly PutBack[]): Promise<string> {
  const used = new Set(mailboxes.flatMap(({ mailbox }) => mailbox.campaignIds ?? []).map(String));
  const isAnyones = mailboxes.some(({ mailbox }) => !mailbox.campaignIds);
  try {
    return (await allIn(service.api.pages(campaigns.list, {})))
      .filter((one) => !isAtRest(one) && (isAnyones || used.has(String(one.id))))
      .map(({ id, name }) => `${id} "${inline(name)}"`)
      .join(', ');
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    return `not known (${error.message})`;
  }
}

interface Tried {
  readonly row: Omit<Row, 'profile'>;
  readonly failure?: Failure;
  /** Nothing is left to be done about it. */
  readonly isOver?: boolean;
}

async function putBack(
  { service }: Context,
  mailbox: Mailbox | undefined,
  { limit }: KeptLimit,
): Promise<Tried> {
  const left = (message: string): Tried['row'] => ({
    ...mailboxLabel(mailbox ?? null),
    limitBefore: limit,
    outcome: 'left',
    error: { code: 'changed_meanwhile', message, hint: null },
  });
  if (!mailbox) return { row: left('it is not listed any more'), isOver: true };
  const { id, currentDailyLimit: now } = mailbox;
  if (now !== 0)
    return { row: left(`its limit is ${now ?? 'not known'} by now`), isOver: typeof now === 'number' };
  if (limit === null) return { row: left('its old limit is not known') };
  const row = { ...left(''), error: null };
  try {
    await setLimit(service.api, id, limit);
    return { row: { ...row, outcome: 'restored' }, isOver: true };
  } catch (error) {
    if (error instanceof DryRun)
      return { row: { ...row, outcome: 'planned', request: await describeDryRun(error) } };
    if (!(error instanceof Failure)) throw error;
    return { row: { ...row, outcome: 'failed', error: rowError(error) }, failure: error };
  }
}
