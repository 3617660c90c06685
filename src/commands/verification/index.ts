import type { Verbs } from '../../cli/declare/command.ts';
import { jobs } from './jobs/index.ts';
import { rates } from './rates.ts';

export const group: Verbs = {
  commands: [rates],
  groups: [jobs],
  examples: [
    'outreach verification rates',
    'outreach verification jobs create --file examples/prospects.csv --max-usd 10 --yes',
    'outreach verification jobs get 1',
    'outreach verification jobs records 1 --all',
  ],
};
