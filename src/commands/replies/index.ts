import type { Verbs } from '../../cli/declare/command.ts';
import { list } from './list.ts';
import { show } from './show.ts';

export const group: Verbs = {
  commands: [list, show],
  impossible: [
    {
      words: ['send', 'reply', 'answer', 'compose', 'create', 'new'],
      what: 'send a new reply without a draft',
      instead:
        'Where the service has drafted an answer, edit and send that: outreach drafts list. Else answer from the mailbox itself',
    },
  ],
};
