import type { Group, Verbs } from '../../cli/declare/command.ts';
import { accounts } from './accounts.ts';
import { start } from './start.ts';

const instantly: Group = {
  name: 'instantly',
  summary: 'Import campaigns, leads and sender accounts from Instantly',
  commands: [start, accounts],
};

export const group: Verbs = {
  commands: [],
  groups: [instantly],
};
