import type { Verbs } from '../../cli/declare/command.ts';
import { daily } from './daily.ts';
import { outcomes } from './outcomes.ts';

export const group: Verbs = {
  commands: [outcomes, daily],
};
