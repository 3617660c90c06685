import type { Verbs } from '../../cli/declare/command.ts';
import { approve } from './approve.ts';
import { kill } from './kill.ts';
import { plan } from './plan.ts';
import { get, list, watch } from './runs.ts';
import { start } from './start.ts';

export const group: Verbs = {
  commands: [plan, start, list, get, watch, approve, kill],
  examples: [
    'outreach autopilot plan --budget-usd 500',
    'outreach autopilot start acme.com --target-prospects 50',
    'outreach autopilot watch 1',
    'outreach autopilot approve 1',
  ],
};
