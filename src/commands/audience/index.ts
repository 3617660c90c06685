import type { Group } from '../../cli/declare/command.ts';
import { size } from './size.ts';

export const group: Group = {
  name: 'audience',
  summary: 'How many people a description fits',
  commands: [size],
};
