import { command } from '../../cli/declare/command.ts';
import { StreamedListing } from '../../cli/declare/listing.ts';
import { opt } from '../../cli/declare/params.ts';
import { shortTime } from '../../cli/output/text/times.ts';
import { replies } from '../../contract/areas/replies.ts';
import { firstWords } from '../../domain/mail/first-words.ts';
import { columns } from './list.ts';
import type { Reply } from './queue/read-queue.ts';
import { watchReplies } from './queue/watch-replies.ts';

const usualPauseMs = 60_000;

export const watch = command({
  name: 'watch',
  summary: 'Show new replies as they come',
  about: `Checks every minute, or as often as --every says, and prints each new reply until you stop it. It continues where the last watch of this account stopped on this machine. The first watch shows only replies that arrive from then on. A failed check is repeated, and no reply is lost; after five in a row the watch ends.

--once checks once. --for ends the watch after that time, and --limit after that number of replies, with exit code 0. With --ndjson, and in a pipe, each reply is a line as it comes. With --json they are one list, written as they come.`,
  uses: [replies.list],
  tool: { never: 'does not end' },
  interactive: true,
  whole: true,
  args: {
    once: opt.flag('look once'),
    every: opt.duration('how often to look (default 1m)'),
    for: opt.duration('stop after this long'),
  },
  excludes: [['once', 'every', 'for']],
  examples: [
    'outreach replies watch --once',
    'outreach replies watch --ndjson --every 5m --for 8h',
    'outreach replies watch --once --json --fields id,fromAddress,responseCategory',
  ],
  run: (context, { once, every, for: longMs }): StreamedListing<Reply> =>
    new StreamedListing(
      watchReplies(context, {
        once,
        pauseMs: every ?? usualPauseMs,
        longMs,
        limit: context.screen.globals.limit,
      }),
    ),
  empty: 'No new replies.',
  columns,
  atTerminal: [
    ['ID', (reply) => reply.id, 'id'],
    ['From', (reply) => reply.fromAddress, 'id', 0],
    ['Category', (reply) => reply.responseCategory ?? 'pending', 'state', 1],
    ['Text', (reply) => firstWords(reply.body), 'text', 3],
    // Not how long ago: the line stays for hours.
    ['Received', ({ receivedAt }) => shortTime(receivedAt ?? '', undefined), 'text', 2],
  ],
});
