import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { Updates } from '../../cli/declare/listing.ts';
import { lineOnly, opt } from '../../cli/declare/params.ts';
import { readDone } from './hidden.ts';
import { accountReads } from './read-account.ts';
import { type How, lookOnce, looks } from './read-status.ts';
import { type StatusDocument, statusFields, statusRows } from './status-document.ts';
import { statusView } from './status-view.ts';

const usualPauseMs = 60_000;

export const status = command({
  name: 'status',
  summary: 'Show what needs you now, the worst first, and how every campaign does',
  about: `Each line says what waits or has failed, how much of it, how old it is, and which command deals with it. Below are the campaigns, those that run first: how far they are, the emails of the last seven days (UTC), replies, and the expected end.

What the service does not tell is not here: answers sent elsewhere are not seen, nor, without a shared journal, what was handled on another machine. A draft that answers a reply which was dealt with here does not wait; \`drafts list\` still has it. Emails, replies and mailboxes are read in at most 10 calls, and at most 3 for each of the 5 newest running campaigns; what was not read is shown as "-".

--all-profiles shows every profile of this machine and the key in the environment. A profile that cannot be read has its own line, with the command that repairs it. What of a profile cannot be read within about 20 s is not known: with --json it is in \`notRead\`, with why.

--done hides a line until what it says changes: --done drafts-waiting, or --done order-failed:7 for one of several. This counts for this machine.

In a pipe, and with --csv and --ndjson, there is a row for each thing that needs you: profile, kind, severity, message, count, oldestAt, command, id. What cannot be read is a row of the kind not-read: a profile with severity fail, and a part of one with warn and its name as id, such as replies.list. A pipe then has a row for each campaign: kind campaign, severity ok, how it does as its message, and its id; not with --watch. With --watch --json each look is one line.`,
  uses: accountReads,
  tool: 'read',
  core: true,
  answer: statusFields,
  rows: statusRows,
  fails: ['partial', 'ended-badly', 'conflict'],
  interactive: true,
  local: ({ allProfiles }) => allProfiles,
  args: {
    allProfiles: lineOnly(opt.flag('every profile of this machine')),
    watch: lineOnly(opt.flag('look again every minute, until Ctrl-C')),
    every: lineOnly(opt.duration('with --watch: how often to look (default 1m)')),
    exitCode: lineOnly(
      opt.flag(
        'exit with 16 if something failed, else with 15 if a profile, or a part of one, could not be read',
      ),
    ),
    done: lineOnly(
      opt.text('hide what is of this kind, or one of it, until it changes', { hint: 'kind[:id]' }),
    ),
  },
  excludes: [
    ['allProfiles', 'profile'],
    ['done', 'allProfiles', 'watch'],
    ['exitCode', 'watch'],
  ],
  examples: [
    'outreach status',
    'outreach status --all-profiles --exit-code',
    'outreach status --watch --every 5m',
    'outreach status --done drafts-waiting',
    'outreach status --json',
  ],
  async run(context, { allProfiles, watch, every, exitCode, done }) {
    if (every !== undefined && !watch)
      throw new Failure('contradicting_options', '--every is only for --watch');
    const how: How = { allProfiles, exitCode, done: done === undefined ? undefined : readDone(done) };
    if (watch) return new Updates(looks(context, how, every ?? usualPauseMs));
    return lookOnce(context, how);
  },
  view: (shown: StatusDocument, values) => statusView(shown, values),
});
