import type { AnyCommand } from '../../cli/declare/command.ts';
import { add } from './add.ts';
import { audit } from './audit.ts';
import { categorize } from './categorize.ts';
import { conversation } from './conversation.ts';
import { remove } from './delete.ts';
import { exportLeads } from './export.ts';
import { get } from './get.ts';
import { importLeads } from './import.ts';
import { list } from './list.ts';
import { move } from './move.ts';
import { update } from './update.ts';

/** Loaded without the commands about one person, which name much of the contract. */
export const daily: readonly AnyCommand[] = [
  list,
  get,
  add,
  importLeads,
  audit,
  exportLeads,
  update,
  remove,
  categorize,
  move,
  conversation,
];
