import { command, type Verbs } from '../../cli/declare/command.ts';
import { priceCell, record } from '../../cli/declare/view.ts';
import { verification } from '../../contract/areas/verification.ts';
import { jobs } from './jobs/index.ts';

const rates = command({
  name: 'rates',
  summary: 'Show the price of verifying an address, and the checks left in a trial',
  uses: [verification.rates],
  tool: 'read',
  examples: ['outreach verification rates', 'outreach verification rates --json'],
  run: ({ service }) => service.api(verification.rates),
  view: ({ usdPerCheck, checksPerAddress, allowance, remaining }) =>
    record(
      ['Price per check', priceCell(usdPerCheck), 'money'],
      ['Checks per rejected address', checksPerAddress?.rejected ?? undefined],
      ['Checks per other address', checksPerAddress?.otherwise ?? undefined],
      ['Trial allowance', allowance ?? undefined],
      ['Remaining', remaining ?? undefined],
    ),
});

export const group: Verbs = {
  commands: [rates],
  groups: [jobs],
  examples: [
    'outreach verification jobs create --file examples/prospects.csv --max-usd 10 --yes',
    'outreach verification jobs get 1',
    'outreach verification jobs records 1 --all',
  ],
};
