import type { Verbs } from '../../cli/declare/command.ts';
import { launch } from './launch.ts';
import { plan } from './plan.ts';

export const group: Verbs = {
  commands: [plan, launch],
  examples: [
    'outreach copilot plan acme.com --json > plan.json',
    'outreach copilot launch "Autumn launch" --sequence plan.json',
  ],
};
