import type { Group } from '../../cli/declare/command.ts';
import { source } from './source.ts';

export const group: Group = {
  name: 'prospects',
  summary: 'People found for you, for credits',
  commands: [source],
};
