import { record, stack, table, type View } from '../../../cli/declare/view.ts';
import type { SubjectSummary } from './write-subject.ts';

export const subjectView = ({ file, email, leadId, counts, missing }: SubjectSummary): View =>
  stack(
    record(
      ['File', file],
      ['Person', email, 'id'],
      ['Lead', leadId ?? 'the service has none with this address', 'id'],
      ...Object.entries(counts).map(([name, count]) => [labels[name] ?? name, count, 'number'] as const),
    ),
    ...(missing.length === 0
      ? []
      : [
          table(missing, [
            ['Not read whole', ({ part }) => part],
            ['Why', ({ why }) => why],
          ]),
        ]),
  );

const labels: Readonly<Record<string, string>> = {
  conversation: 'Emails',
  replies: 'Replies',
  drafts: 'Drafts',
  campaigns: 'Campaigns',
  blocklist: 'Blocklist entries',
  verification: 'Verification records',
  journal: 'Journal entries',
  launchChecks: 'Stored looks',
  replyMarks: 'Reply marks',
  unfinishedExports: 'Unfinished exports',
};
