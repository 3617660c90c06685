import type { Verbs } from '../../cli/declare/command.ts';
import { add } from './add.ts';
import { check } from './check.ts';
import { exportEntries } from './export.ts';
import { importEntries } from './import.ts';
import { list } from './list.ts';
import { remove } from './remove.ts';
import { sync } from './sync.ts';
import { update } from './update.ts';

export const group: Verbs = {
  commands: [list, add, update, remove, importEntries, exportEntries, check, sync],
};
