import type { Group } from '../../cli/declare/command.ts';
import { accounts } from './accounts.ts';
import { start } from './start.ts';

const instantly: Group = {
  name: 'instantly',
  summary: 'Bring campaigns, leads and sender accounts over from Instantly',
  commands: [start, accounts],
};

export const group: Group = {
  name: 'imports',
  summary: 'Bring over what another outreach tool holds',
  commands: [],
  groups: [instantly],
};
