import type { Verbs } from '../../cli/declare/command.ts';
import { edit } from './edit.ts';
import { list } from './list.ts';
import { send } from './send.ts';
import { show } from './show.ts';

export const group: Verbs = {
  commands: [list, show, edit, send],
  impossible: [
    {
      words: ['create', 'new', 'add', 'compose', 'write'],
      what: 'make a new draft',
      instead:
        'Edit one that the service has made: outreach drafts edit <draft>. Else answer from the mailbox itself',
    },
  ],
};
