import { arg, explainedBy, opt, under, type ValuesOf } from '../../../cli/declare/params.ts';
import { acceptOption, encodingOption } from '../../../cli/declare/shared-options.ts';

/** How a file of leads is read: the same for all commands that read one. */
export const fileOptions = {
  ...explainedBy(
    'help lead-files',
    under('COLUMNS', {
      map: opt.each(
        'what a column becomes: a field, fullName, var:<key>, or - to skip it (kept for this header)',
        { hint: 'column=field' },
      ),
      remap: opt.flag('forget the saved choices for files with this header'),
      variables: opt.list(
        'unmapped columns to keep as custom variables: all (default), none, or their names',
        {
          hint: 'columns',
        },
      ),
    }),
  ),
  ...explainedBy(
    'help lead-files',
    under('FILE', {
      delimiter: opt.text('the character between columns (detected automatically)', { hint: 'character' }),
      ...encodingOption,
    }),
  ),
};

export const importOptions = {
  file: arg.file('file of leads, - for stdin', 'rows'),
  campaign: opt.text('also put the leads into this campaign', { hint: 'campaign', names: 'campaigns' }),
  ...fileOptions,
  ...explainedBy(
    'help lead-files',
    under('FILE', {
      rejects: opt.file(
        'where rejected rows go (default <file>.rejects.csv, or the next free name)',
        'written',
      ),
    }),
  ),
  ...explainedBy(
    'help lead-files',
    under('PEOPLE', {
      onlyNew: opt.flag('only people who are not there yet: no one is changed'),
      onlyExisting: opt.flag('only people who are there: no one is added'),
      keepExisting: opt.flag('of people who are there, fill only what is empty'),
      default: opt.each('a value for rows and people without one: a field, or var:<key>', {
        hint: 'field=value',
      }),
      before: opt.toggle('always write the old values of what changes, or never'),
    }),
  ),
  ...under('ROWS', {
    keep: opt.choices('import these rows too; opted-out only without --campaign', ['invalid', 'opted-out']),
    fixNames: opt.flag('write names in capitals or small letters as names: JÜRGEN as Jürgen'),
    strict: opt.flag('send nothing if any row is rejected'),
    failOnRejects: opt.flag('end with 15 if any row is rejected'),
    restart: opt.flag('send everything, also what an earlier run sent'),
    expect: opt.text('send nothing unless the file has this digest, as a dry run shows it', {
      hint: 'digest',
    }),
    diff: opt.flag('with --dry-run: show which leads are new, changed or the same'),
  }),
  ...acceptOption,
};

export interface ImportOptions extends ValuesOf<typeof importOptions> {
  /** Leads in a call, at most and unless said as many as the service takes. */
  readonly perCall?: number;
}
