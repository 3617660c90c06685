import type { Group } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { reputation } from './reputation.ts';
import { runs } from './runs.ts';
import { tests } from './tests.ts';

export const group: Group = {
  name: 'placement',
  summary: 'Does your mail reach the inbox? Tests, runs and reputation',
  commands: [runs, tests, create, reputation],
};
