import type { Group } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { sequence } from './files/sequence.ts';
import { get } from './get.ts';
import { health } from './health.ts';
import { list } from './list.ts';
import { pause } from './pause.ts';
import { resume } from './resume.ts';
import { schedule } from './schedule.ts';
import { senders } from './senders.ts';
import { stats } from './stats.ts';
import { update } from './update.ts';

export const group: Group = {
  name: 'campaigns',
  summary: 'Who gets which emails, when and from where',
  commands: [list, get, create, update, pause, resume, schedule, health, stats],
  groups: [sequence, senders],
};
