import type { Verbs } from '../../cli/declare/command.ts';
import { source } from './source.ts';

export const group: Verbs = {
  commands: [source],
};
