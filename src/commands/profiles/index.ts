import type { Verbs } from '../../cli/declare/command.ts';
import { list } from './list.ts';
import { remove } from './remove.ts';
import { route } from './route.ts';
import { set } from './set.ts';
import { show } from './show.ts';
import { use } from './use.ts';

export const group: Verbs = {
  commands: [list, set, use, show, route, remove],
  examples: [
    'outreach profiles list',
    'outreach profiles set prod --base-url https://api.example.com/r --max-credits 500',
    'outreach profiles use prod',
    'outreach profiles use sandbox',
  ],
};
