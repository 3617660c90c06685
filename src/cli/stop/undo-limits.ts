import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { type KeptLimit, keptLimitsIn } from '../../local/stops/kept-limits.ts';
import { describeDryRun } from '../answer/show-request.ts';
import type { Context } from '../declare/command.ts';
import { DryRun } from '../declare/early-end.ts';
import { allIn } from '../find/find-in-pages.ts';
import { accountOf } from '../profile/account.ts';
import { type MailboxLabel, mailboxLabel, setLimit } from './by-limits.ts';
import { notAll, rowError } from './not-all.ts';
import type { StopList, StopRow } from './stop-all.ts';

type Mailbox = ItemOf<typeof senders.list>;
type Row = StopRow<MailboxLabel>;

/** Puts back the limits of mailboxes that are still 0, and reports the others. What is put back is no longer kept. */
export async function undoLimits(context: Context): Promise<StopList<MailboxLabel>> {
  const { api, note, progress, settings, world, globals } = context;
  const file = keptLimitsIn(world, accountOf(settings));
  const kept = Object.entries(file.read());
  if (kept.length === 0) {
    note('No mailbox of this account was stopped by its limit from here.');
    return { items: [], total: 0 };
  }
  const items: Row[] = [];
  const failures: Failure[] = [];
  await progress('Putting back the limits', async () => {
    const there = new Map((await allIn(api.pages(senders.list, {}))).map((one) => [String(one.id), one]));
    for (const [id, one] of kept) {
      const { row, failure, isOver } = await putBack(context, there.get(id), one);
      items.push({
        ...row,
        profile: settings.profile,
        ...(row.senderEmailId === null && { address: one.address }),
      });
      if (failure) failures.push(failure);
      if (isOver && !globals.dryRun) await file.change(({ [id]: _, ...others }) => others);
    }
  });
  const result = { items, total: items.length };
  const restored = items.filter(({ outcome }) => outcome === 'restored').length;
  const done = `The limits of ${counted(restored, 'mailbox was', 'mailboxes were')} put back`;
  const [first, ...others] = failures;
  if (first)
    throw notAll([first, ...others], {
      code: 'partial',
      done,
      rest: 'what is put back is left alone',
      outcome: restored > 0 ? 'done' : 'none',
      result,
    });
  note(globals.dryRun ? 'A dry run: nothing was sent.' : `${done}.`);
  return result;
}

interface Tried {
  readonly row: Omit<Row, 'profile'>;
  readonly failure?: Failure;
  /** Nothing is left to be done about it. */
  readonly isOver?: boolean;
}

async function putBack({ api }: Context, mailbox: Mailbox | undefined, { limit }: KeptLimit): Promise<Tried> {
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
    await setLimit(api, id, limit);
    return { row: { ...row, outcome: 'restored' }, isOver: true };
  } catch (error) {
    if (error instanceof DryRun)
      return { row: { ...row, outcome: 'planned', request: await describeDryRun(error) } };
    if (!(error instanceof Failure)) throw error;
    return { row: { ...row, outcome: 'failed', error: rowError(error) }, failure: error };
  }
}
