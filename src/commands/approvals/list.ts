import { onePage } from '../../cli/answer/one-page.ts';
import { noteMoved } from '../../cli/connect/moved-journal.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { type Column, table } from '../../cli/declare/view.ts';
import type { AskedApproval } from '../../client/guard/approvals.ts';
import { credits } from '../../contract/areas/credits.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Entry, entryFields, entryOf } from './entry.ts';

export const list = command({
  name: 'list',
  summary: 'List the requests that wait for approval by a person, newest first',
  about:
    'A request waits here for 15 minutes if an agent made it, or a script in a profile with --consent person. It leaves the list when it is used, denied or expired. If an approved request was interrupted while it ran, it stays in the list until you approve it again and it completes. --all also lists the used, denied and expired requests of the last day.',
  uses: [],
  tool: 'read',
  onePiece: true,
  answer: s.array(entryFields),
  local: true,
  args: { all: opt.flag('also list requests that were used, denied or have expired') },
  examples: ['outreach approvals list', 'outreach approvals list --all --json'],
  async run({ files, screen }, { all }) {
    await noteMoved({ files, screen });
    const journal = await files.world.journal.open();
    const now = await journal.now(files.world.clock.now());
    const known = await journal.approvals.list(now, true);
    return onePage((all ? known : known.filter(needsPerson)).map(entryOf), screen.globals);
  },
  view: ({ items }) =>
    table(
      items,
      [
        ['CODE', 'code', 'id'],
        ['STATE', 'state', 'state', 0],
        [
          'WHAT',
          ({ line }) =>
            line
              .replace(/^outreach /, '')
              .replaceAll(/ --(?:json|yes|no-wait|no-input|profile[= ]\S+)(?= |$)/g, ''),
          'prose',
          0,
        ],
        ['UNTIL', 'expiresAt', 'wall-time', 1],
        ['PRICE', ({ price }) => price.usd || undefined, 'money', 0],
        ['PEOPLE', ({ price }) => price.recipients || undefined, 'number', 0],
        // What a purchase brings is no price, and its line says it.
        [
          'CREDITS',
          ({ operation, price }) => (operation === credits.purchase.id ? 0 : price.credits) || undefined,
          'number',
          3,
        ],
        ['PROFILE', 'profile', 'text', 4],
        // Only a journal that several machines share says on which one.
        ...(items.some(({ host }) => host !== null) ? [hostColumn] : []),
      ],
      'No request waits for approval.',
    ),
});

/** It waits, or may have happened and was not made again since. */
function needsPerson(
  { account, call, state }: AskedApproval,
  at: number,
  newestFirst: readonly AskedApproval[],
) {
  if (state !== 'unacknowledged') return state === 'waiting' || state === 'approved';
  const newer = newestFirst.slice(0, at).filter((one) => one.account === account && one.call === call);
  return !newer.some((one) => one.state === 'used' || one.state === 'unacknowledged');
}

const hostColumn: Column<Entry> = ['HOST', 'host', 'text', 2];
