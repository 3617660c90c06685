import { command } from '../../cli/declare/command.ts';
import { table } from '../../cli/declare/view.ts';
import { placement } from '../../contract/areas/placement.ts';

export const tests = command({
  name: 'tests',
  summary: 'List inbox placement tests',
  about: 'Lists all tests: the service does not page this list.',
  uses: [placement.tests],
  tool: 'read',
  examples: ['outreach placement tests', 'outreach placement tests --json'],
  run: async ({ api }) => (await api(placement.tests)).items,
  view: (tests) =>
    table(tests, [
      ['ID', (test) => test.id, 'id'],
      ['Name', (test) => test.name],
      ['Status', (test) => test.status, 'state'],
      ['Frequency', (test) => test.frequency],
      ['Mailboxes', (test) => test.senderEmailIds?.length, 'number'],
      ['Last run', (test) => test.lastRunAt, 'time'],
      ['Next run', (test) => test.nextRunAt, 'time'],
    ]),
});
