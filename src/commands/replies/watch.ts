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
  about: `Checks every minute, or as often as --every says, and prints each new reply until you stop it. A watch continues where the last watch of this account on this machine stopped; the first one shows only replies that arrive after it starts. If a check fails, it is repeated, and no reply is lost. After five failures in a row, the watch ends.

--for ends the watch after that time, and --limit after that number of replies, with exit code 0. With --ndjson, and in a pipe, each reply is printed as one line when it arrives. With --json, the replies are printed as one list that grows as they arrive.`,
  uses: [replies.list],
  tool: { never: 'does not end' },
  interactive: true,
  whole: true,
  args: {
    once: opt.flag('check once'),
    every: opt.duration('how often to check (default 1m)'),
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
    ['ID', 'id', 'id'],
    ['From', 'fromAddress', 'id', 0],
    ['Category', (reply) => reply.responseCategory ?? 'pending', 'state', 1],
    ['Text', (reply) => firstWords(reply.body), 'text', 3],
    // Not how long ago: the line stays for hours.
    ['Received', ({ receivedAt }) => shortTime(receivedAt ?? '', undefined), 'text', 2],
  ],
});
