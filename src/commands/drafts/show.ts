import { command } from '../../cli/declare/command.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { draftArgument, draftOf, draftView } from './draft.ts';

export const show = command({
  name: 'show',
  summary: 'Show one draft with its text',
  uses: [drafts.list],
  fails: ['not-found'],
  args: { draft: draftArgument },
  examples: ['outreach drafts show 1'],
  run: (context, { draft }) => draftOf(context, draft),
  next: ({ id }) => [lineOf`drafts send ${id}`, ['change it', lineOf`drafts edit ${id}`]],
  view: draftView,
});
