import type { Group } from '../../cli/declare/command.ts';
import { approve } from './approve.ts';
import { kill } from './kill.ts';
import { plan } from './plan.ts';
import { get, list, watch } from './runs.ts';
import { start } from './start.ts';

export const group: Group = {
  name: 'autopilot',
  summary: 'Outreach that runs by itself, once you have approved it',
  commands: [plan, start, list, get, watch, approve, kill],
};
