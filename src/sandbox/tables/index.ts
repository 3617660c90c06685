import { tables as core } from './core.ts';
import { tables as credits } from './credits.ts';
import { tables as finder } from './finder.ts';
import { tables as leads } from './leads.ts';
import { tables as workspace } from './workspace.ts';

/** Every table of the sandbox. A new area adds one line; a changed text makes older sandbox files ask for a reset. */
export const tables = [core, workspace, leads, credits, finder].join('\n');
