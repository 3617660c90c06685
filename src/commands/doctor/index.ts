import { fields } from '../../cli/answer/answer.ts';
import { command } from '../../cli/command.ts';
import { table } from '../../cli/output/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { counted } from '../../contract/counted.ts';
import { Failure } from '../../contract/errors.ts';
import type { Check } from './check.ts';
import { environment } from './environment.ts';
import { sandboxDatabase } from './sandbox-database.ts';
import { service } from './service.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Check this machine, the configuration and the way to the service',
  about:
    'Makes one read call with the profile in use. Changes nothing, except that the sandbox is set up where it was never used.',
  uses: [campaigns.list],
  answer: fields('passed', 'checks.check', 'checks.state', 'checks.detail', 'checks.hint'),
  local: true,
  fails: ['ended-badly'],
  examples: ['outreach doctor', 'outreach doctor --profile prod --json'],
  async run(context) {
    const { profiles, progress } = context;
    const checks: Check[] = await progress('Checking', async () => [
      ...environment(context),
      ...(await profiles.inspect()),
      await sandboxDatabase(context),
      ...(await service(context)),
    ]);
    const failed = checks.filter(({ state }) => state === 'failed').length;
    const result = { passed: failed === 0, checks };
    if (failed === 0) return result;
    throw new Failure('ended-badly', `${counted(failed, 'check')} failed`, {
      code: 'checks_failed',
      result,
    });
  },
  view: ({ checks }) =>
    table(checks, [
      ['CHECK', ({ check }) => check],
      ['STATE', ({ state }) => state],
      ['WHAT WAS FOUND', ({ detail }) => detail],
      ['WHAT TO DO', ({ hint }) => hint],
    ]),
});
