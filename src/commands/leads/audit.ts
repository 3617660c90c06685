import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt, under } from '../../cli/declare/params.ts';
import { droppable } from './audit/audit-options.ts';
import { type AuditResult, type AuditsResult, auditFields, auditsFields } from './audit/audit-result.ts';
import { columnOptions, formatOptions } from './import/import-options.ts';

export const audit = command({
  name: 'audit',
  summary: 'Check a file of leads before it is imported, without a call',
  about: `Reads the file as \`leads import\` would, and holds every row against the rules about addresses: malformed-address (a row that an import rejects), duplicate-address, known-invalid and opted-out (a column says so: an import leaves the address out), risky-share (from 5 addresses and 15 % on that a verifier could not confirm), role-address, disposable-address, typo-domain, personal-mailbox, test-address (test@test.com, example.com) and name-shape (a name in capital or small letters alone). With --sequence also those about merge tags: does every lead have a value for each? Row numbers are those of the import: the header is row 1. Of rows with one address only the last is checked, because only that one is sent.

Several files are checked one after the other: an address that an earlier one has is a duplicate, with its name.

Exit code 16 where a rule that blocks is broken: malformed-address, or a merge tag without a value.

--fix writes the rows that can be sent to another file, with all columns in the same order, and says row by row what it changed: spaces around an address and capital letters go, an address is taken out of "Ann <ann@acme.com>", and a domain one slip away from a large mail provider (gmial.com) becomes that provider's. Of rows with one address the last is written. Rows that block are left out: their values are not known. So are addresses that are known to be invalid, and people who opted out. Other warnings stay, unless --leave-out names them. passed still speaks of the file as it was; the exit code is 0 where the fixed file has no row that blocks.

A CSV file stays one, in UTF-8 and protected against formulas like an export; JSON becomes NDJSON.`,
  uses: [],
  tool: 'read',
  core: true,
  local: true,
  fails: ['ended-badly'],
  rows: ({ file }) => (several(file) ? 'files' : 'problems'),
  answer: ({ file }) => (several(file) ? auditsFields : auditFields),
  args: {
    file: arg.files('files of leads, - for stdin', 'rows'),
    sequence: opt.file('emails whose merge tags the leads should fill', 'document'),
    ...under('FIXED FILE', {
      fix: opt.file('write the rows that can be sent to this file', 'written'),
      leaveOut: opt.choices('with --fix: also leave out rows with these warnings', droppable),
      fixNames: opt.flag('with --fix: write names in capital or small letters alone as names are'),
      report: opt.file('with --fix: list every row that was changed or left out in this CSV file', 'written'),
    }),
    ...columnOptions,
    ...under('FILE', formatOptions),
  },
  examples: [
    'outreach leads audit examples/prospects.csv',
    'outreach leads audit examples/prospects.csv --sequence examples/sequence.md --json',
    'outreach leads audit examples/prospects.csv --fix prospects.fixed.csv',
  ],
  async run(context, { file: files, fixNames: writesNames, ...values }): Promise<AuditResult | AuditsResult> {
    const { auditFile, auditFiles } = await import('./audit/audit-file.ts');
    const [file = ''] = files;
    const options = { ...values, writesNames };
    return several(files)
      ? auditFiles(context, { ...options, files })
      : auditFile(context, { ...options, file });
  },
  next: (result, { file: [given = ''] }) => {
    if ('files' in result || (result.fixed === undefined && given === '-')) return [];
    return [['import them', advise('leads import', { file: result.fixed?.file ?? given })]];
  },
  async view(result, { sequence }) {
    const { auditView, auditsView } = await import('./audit/audit-view.ts');
    return 'files' in result ? auditsView(result) : auditView(result, sequence !== undefined);
  },
});

const several = (files: readonly string[] | undefined): boolean => (files?.length ?? 0) > 1;
