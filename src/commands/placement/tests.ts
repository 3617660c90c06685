import { onePage } from '../../cli/answer/one-page.ts';
import { command } from '../../cli/declare/command.ts';
import { table } from '../../cli/declare/view.ts';
import { placement } from '../../contract/areas/placement.ts';

export const tests = command({
  name: 'tests',
  summary: 'List inbox placement tests',
  uses: [placement.tests],
  tool: 'read',
  onePiece: true,
  examples: ['outreach placement tests', 'outreach placement tests --json'],
  run: async ({ service, screen }) => onePage((await service.api(placement.tests)).items, screen.globals),
  view: ({ items }) =>
    table(items, [
      ['ID', (test) => test.id, 'id'],
      ['Name', (test) => test.name],
      ['Status', (test) => test.status, 'state'],
      ['Frequency', (test) => test.frequency],
      ['Mailboxes', (test) => test.senderEmailIds?.length, 'number'],
      ['Last run', (test) => test.lastRunAt, 'time'],
      ['Next run', (test) => test.nextRunAt, 'time'],
    ]),
});
