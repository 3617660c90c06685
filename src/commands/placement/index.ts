import type { Verbs } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { reputation } from './reputation.ts';
import { runs } from './runs.ts';
import { tests } from './tests.ts';

export const group: Verbs = {
  commands: [runs, tests, create, reputation],
};
