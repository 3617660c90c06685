import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { type Field, record, screen, table } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { setup } from '../../contract/areas/setup.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Check, failedBy } from './check.ts';
import { environment, sandboxDatabase, sharedJournal } from './environment.ts';
import { reportBegins, writeReport } from './report.ts';
import { checkGuessedRoutes, routeCheckFields, routeReads } from './routes.ts';
import { service } from './service.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Check this machine, the configuration and the connection to the service',
  about: `Makes two requests with the current profile: one that reads, and a ping. It changes nothing, except that it sets up the sandbox if it was never used.

Run --routes first on a new account: the service does not document some paths, so we guess them. --routes makes each of these requests once if it only reads. The result is found, not-found, other-shape (an unexpected response) or not-tried. The last column is the command that sets a different path. If a path is wrong, the exit code is 16.

--report writes a file for support: versions, folders, checks and the last failed request. With --routes it tries every request that only reads, and adds the names and types of fields. The file contains no key, no email address and no data of your account.`,
  uses: [campaigns.list, setup.ping, ...routeReads],
  tool: 'read',
  answer: ({ routes, report }) =>
    routes && report === undefined
      ? s.array(routeCheckFields)
      : s.object({
          passed: s.boolean(),
          checks: s.array(
            s.object({
              check: s.string(),
              state: s.oneOf(['failed', 'skipped', 'ok', 'warning']),
              detail: s.string(),
              hint: s.string(),
            }),
          ),
          report: s.string(),
        }),
  local: true,
  fails: ['ended-badly'],
  args: {
    routes: opt.flag('try the guessed path of every request that only reads, and list the results'),
    report: opt.file('also write a report for support to this file', 'written'),
  },
  examples: [
    'outreach doctor',
    'outreach doctor --profile sandbox --json',
    'outreach doctor --routes',
    'outreach doctor --report doctor.json --routes',
  ],
  async run(context, { routes, report }) {
    if (routes && report === undefined) return routesOf(context);
    const { files, screen } = context;
    if (report !== undefined) await files.checkOutput(report, { begins: reportBegins });
    const checks: Check[] = await screen.progress('Checking', async () => [
      ...environment(files),
      ...(await files.profiles.inspect()).map(({ failure, ...found }) =>
        failure === undefined ? found : failedBy(found.check, failure),
      ),
      ...(await sharedJournal(files)),
      await sandboxDatabase(files),
      ...(await service(context)),
    ]);
    const failed = checks.filter(({ state }) => state === 'failed').length;
    if (report !== undefined) await writeReport(context, report, checks, routes === true);
    const result = { passed: failed === 0, checks, ...(report !== undefined && { report }) };
    if (failed === 0) return result;
    throw new Failure('checks_failed', `${counted(failed, 'check')} failed`, { result });
  },
  view: (shown) =>
    'items' in shown
      ? table(shown.items, [
          ['OPERATION', 'operation'],
          ['STATE', 'state', 'state'],
          ['WHAT WAS FOUND', 'detail', 'prose', 1],
          ['TO SET ITS PATH', 'command', 'prose', 1],
        ])
      : screen(
          record(['passed', shown.passed], ...shown.checks.flatMap(inPipe)),
          table(shown.checks, [
            ['CHECK', 'check'],
            ['STATE', 'state', 'state'],
            ['WHAT WAS FOUND', 'detail', 'prose', 1],
            ['WHAT TO DO', 'hint', 'prose', 0],
          ]),
        ),
});

/** A pipe gets the record, a field on each line. */
const inPipe = (check: Check, place: number): Field[] =>
  Object.entries(check).map(([name, value]) => [`checks.${place}.${name}`, value]);

async function routesOf(context: Context) {
  const items = await checkGuessedRoutes(context);
  const result = { items, total: items.length };
  const wrong = items.filter(({ state }) => state === 'not-found' || state === 'other-shape');
  if (wrong.length === 0) return result;
  const how = 'Ask the support of the service for the paths, and set them with the commands in the list.';
  throw new Failure(
    'routes_differ',
    `${wrong.length} of ${items.length} guessed paths did not answer as expected`,
    { hint: how, result },
  );
}
