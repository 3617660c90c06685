import type { Verbs } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { primary } from './primary.ts';
import { setPrimary } from './set-primary.ts';
import { size } from './size.ts';
import { update } from './update.ts';

export const group: Verbs = {
  commands: [list, create, get, primary, setPrimary, update, size, remove],
  examples: [
    'outreach icps create "German sales leaders" --title "Head of Sales" --location Germany --primary',
    'outreach icps size 1',
    'outreach icps list',
  ],
};
