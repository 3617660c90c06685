import type { Group } from '../../cli/declare/command.ts';
import { launch } from './launch.ts';
import { plan } from './plan.ts';

export const group: Group = {
  name: 'copilot',
  summary: 'From a website to a draft campaign',
  commands: [plan, launch],
};
