import type { Group } from '../../cli/command.ts';
import { clock } from './clock.ts';
import { info } from './info.ts';
import { reset } from './reset.ts';
import { serve } from './serve.ts';

export const group: Group = {
  name: 'sandbox',
  summary: 'The service on this machine: rehearse for weeks in seconds',
  commands: [info, serve, reset],
  groups: [clock],
};
