import type { Group } from '../../cli/declare/command.ts';
import { outcomes } from './outcomes.ts';

export const group: Group = {
  name: 'report',
  summary: 'What came of it, against what it cost',
  commands: [outcomes],
};
