import type { Group } from '../../cli/declare/command.ts';
import { jobs } from './jobs/index.ts';
import { rates } from './rates.ts';

export const group: Group = {
  name: 'verification',
  summary: 'Find out which addresses exist before you write to them',
  commands: [rates],
  groups: [jobs],
};
