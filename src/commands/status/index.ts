import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { Updates } from '../../cli/declare/listing.ts';
import { lineOnly, opt } from '../../cli/declare/params.ts';
import { readDone } from './looks.ts';
import { accountReads } from './read-account.ts';
import { type How, lookOnce, looks } from './read-status.ts';
import { type StatusDocument, statusFields, statusRows } from './status-document.ts';
import { statusView } from './status-view.ts';

const usualPauseMs = 60_000;

export const status = command({
  name: 'status',
  summary: 'Show what needs you now, most urgent first, and how each campaign is doing',
  about: `Each line says what waits or has failed, since when, and which command to run. The campaigns follow, with figures for the last 7 days (UTC).

Replies that you sent from Gmail, Outlook or the app are not known here. At most 10 requests are made, plus 3 for each of the 5 newest running campaigns. A figure not read within 20 s is "-", and listed in \`notRead\` of the JSON.

--done order-failed:7 hides one line on this machine; --done drafts-waiting hides all lines of that kind.

In a pipe, it prints one row for each line, with its kind, severity and command. Then come rows of the kinds \`not-read\` (parts that could not be read) and \`campaign\` (not with --watch).`,
  uses: accountReads,
  tool: 'read',
  core: true,
  answer: statusFields,
  rows: statusRows,
  fails: ['partial', 'ended-badly', 'conflict'],
  interactive: true,
  local: 'allProfiles',
  args: {
    allProfiles: lineOnly(opt.flag('every profile on this machine')),
    watch: lineOnly(
      opt.flag('check again every minute, until Ctrl-C (with --json, one document for each check)'),
    ),
    every: lineOnly(opt.duration('with --watch: how often to check (default 1m)')),
    exitCode: lineOnly(
      opt.flag('exit with code 16 if something failed, or with 15 if not everything could be read'),
    ),
    done: lineOnly(
      opt.text('hide all lines of this kind, or one of them, until they change', { hint: 'kind[:id]' }),
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
