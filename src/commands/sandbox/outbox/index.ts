import type { Group } from '../../../cli/declare/command.ts';
import { exportOutbox } from './export.ts';
import { list } from './list.ts';
import { search } from './search.ts';
import { show } from './show.ts';

export const outbox: Group = {
  name: 'outbox',
  summary: 'Emails as they would have been sent',
  commands: [list, show, search, exportOutbox],
  usual: list,
};
