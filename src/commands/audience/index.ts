import type { Verbs } from '../../cli/declare/command.ts';
import { size } from './size.ts';

export const group: Verbs = {
  commands: [size],
};
