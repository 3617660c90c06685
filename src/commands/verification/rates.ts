import { command } from '../../cli/command.ts';
import { record } from '../../cli/output/view.ts';
import { verification } from '../../contract/areas/verification.ts';
import { usd } from '../../domain/money.ts';

export const rates = command({
  name: 'rates',
  summary: 'Show what verifying an address costs, and what a trial has left',
  uses: [verification.rates],
  examples: ['outreach verification rates', 'outreach verification rates --json'],
  run: ({ api }) => api(verification.rates),
  view: ({ usdPerCheck, checksPerAddress, allowance, remaining }) =>
    record(
      ['Price of a check', typeof usdPerCheck === 'number' ? usd(usdPerCheck) : 'not told'],
      ['Checks of a rejected address', checksPerAddress?.rejected ?? undefined],
      ['Checks of any other', checksPerAddress?.otherwise ?? undefined],
      ['Trial allowance', allowance ?? undefined],
      ['Left of it', remaining ?? undefined],
    ),
});
