import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt, under } from '../../cli/declare/params.ts';
import { blockOptOuts } from '../../cli/launch/opt-outs.ts';
import {
  type AuditResult,
  type AuditsResult,
  auditFields,
  auditsFields,
  droppable,
} from './audit/audit-result.ts';
import { fileOptions } from './import/import-options.ts';

export const audit = command({
  name: 'audit',
  summary: 'Check a file of leads before importing it, without contacting the service',
  about: `Reads the file as \`leads import\` does and checks each address. With --sequence it also checks that each lead has a value for every merge tag. Row 1 is the header. If several rows have the same address, only the last is checked, because an import uses only the last.

An address that an earlier file already has is a duplicate. A malformed address or a merge tag without a value breaks a blocking rule (exit 16).

--fix writes the rows that can be emailed to a new file, and lists the changes. It repairs spaces, capitals and mistyped domains (gmial.com) in addresses. It leaves out rows that break a blocking rule, invalid addresses and people who opted out. Exit code 0 means that the fixed file breaks no blocking rule. \`passed\` in the JSON describes the original file.`,
  uses: [],
  tool: 'read',
  core: true,
  local: true,
  fails: ['ended-badly'],
  rows: ({ file }) => (several(file) ? 'files' : 'problems'),
  answer: ({ file }) => (several(file) ? auditsFields : auditFields),
  args: {
    file: arg.files('files of leads, - for stdin', 'rows'),
    sequence: opt.file('file of emails; each lead needs a value for each merge tag', 'document'),
    ...under('FIXED FILE', {
      fix: opt.file('write the rows that can be emailed to this file', 'written'),
      leaveOut: opt.choices('with --fix: also leave out rows with these warnings', droppable),
      fixNames: opt.flag('with --fix: fix the case of names'),
    }),
    ...fileOptions,
  },
  examples: [
    'outreach leads audit examples/prospects.csv',
    'outreach leads audit examples/prospects.csv --sequence examples/sequence.md --json',
    'outreach leads audit examples/prospects.csv --fix prospects.fixed.csv',
  ],
  run: async (context, values): Promise<AuditResult | AuditsResult> =>
    (await import('./audit/audit-file.ts')).auditFiles(context, values),
  next: (result, { file: [given = ''], ...reading }) => {
    if ('files' in result || (result.fixed === undefined && given === '-')) return [];
    const optedOut = given !== '-' && result.problems.some(({ rule }) => rule === 'opted-out');
    return [
      ['import them', advise('leads import', { file: result.fixed?.file ?? given })],
      ...(optedOut
        ? [
            [
              'block those who opted out, and see what stops emails already scheduled',
              blockOptOuts({ ...reading, file: given }),
            ] as const,
          ]
        : []),
    ];
  },
  async view(result, { sequence }) {
    const { auditView, auditsView } = await import('./audit/audit-view.ts');
    return 'files' in result ? auditsView(result) : auditView(result, sequence !== undefined);
  },
});

const several = (files: readonly string[] | undefined): boolean => (files?.length ?? 0) > 1;
