import type { Group } from '../../cli/declare/command.ts';
import { add } from './add.ts';
import { categorize } from './categorize.ts';
import { conversation } from './conversation.ts';
import { remove } from './delete.ts';
import { exportLeads } from './export.ts';
import { get } from './get.ts';
import { importLeads } from './import.ts';
import { list } from './list.ts';
import { meeting } from './meeting.ts';
import { move } from './move.ts';
import { update } from './update.ts';

export const group: Group = {
  name: 'leads',
  summary: 'The people you write to',
  commands: [list, get, add, importLeads, exportLeads, update, remove, categorize, move, conversation],
  groups: [meeting],
};
