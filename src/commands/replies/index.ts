import type { Verbs } from '../../cli/declare/command.ts';
import { desk } from './desk.ts';
import { done } from './done.ts';
import { list } from './list.ts';
import { next } from './next.ts';
import { show } from './show.ts';
import { watch } from './watch.ts';

export const group: Verbs = {
  commands: [list, show, desk, next, done, watch],
  impossible: [
    {
      words: ['send', 'reply', 'answer', 'compose', 'create', 'new'],
      what: 'send a new reply without a draft',
      instead:
        'If the service has drafted an answer, edit and send it: outreach drafts list. Otherwise answer from the mailbox itself',
    },
  ],
};
