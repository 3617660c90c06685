import type { Group } from '../../cli/command.ts';
import { size } from './size.ts';

export const group: Group = {
  name: 'audience',
  summary: 'How many people a description fits',
  commands: [size],
};
