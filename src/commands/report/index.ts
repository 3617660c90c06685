import type { Verbs } from '../../cli/declare/command.ts';
import { compare } from './compare.ts';
import { daily } from './daily.ts';
import { outcomes } from './outcomes.ts';

export const group: Verbs = {
  commands: [outcomes, daily, compare],
};
