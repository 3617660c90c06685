import { arg, explainedBy, opt, under, type ValuesOf } from '../../../cli/declare/params.ts';
import { acceptOption, delimiterOption, encodingOption } from '../../../cli/declare/shared-options.ts';

/** How a file of leads is read: the same for all commands that read one. */
export const fileOptions = explainedBy('help lead-files', {
  ...under('COLUMNS', {
    map: opt.each(
      'what a column becomes: a field, fullName, var:<key>, or - to skip it (remembered for this header)',
      { hint: 'column=field' },
    ),
    remap: opt.flag('forget what --map chose earlier for this header'),
    variables: opt.list('unmapped columns to keep as custom variables: all (default), none, or their names', {
      hint: 'columns',
    }),
  }),
  ...under('FILE', {
    ...delimiterOption,
    ...encodingOption,
  }),
});

export const importOptions = {
  file: arg.file('file of leads, - for stdin', 'rows'),
  campaign: opt.text('also put the leads into this campaign', { hint: 'campaign', names: 'campaigns' }),
  ...fileOptions,
  ...explainedBy('help lead-files', {
    ...under('FILE', {
      rejects: opt.file('file for rejected rows (default <file>.rejects.csv)', 'written'),
    }),
    ...under('PEOPLE', {
      onlyNew: opt.flag('add new leads only; existing leads stay unchanged'),
      onlyExisting: opt.flag('update existing leads only; none is added'),
      keepExisting: opt.flag('in existing leads, fill only empty fields'),
      default: opt.each('value for leads that have none: a field or var:<key>', { hint: 'field=value' }),
      before: opt.file('file for old values (default <file>.before.csv)', 'written'),
      noBefore: opt.flag('save no old values'),
    }),
  }),
  ...under('ROWS', {
    keep: opt.choices('also import these kinds of rows; opted-out does not work with --campaign', [
      'invalid',
      'opted-out',
      'forgotten',
    ]),
    fixNames: opt.flag('fix the case of names: JÜRGEN becomes Jürgen'),
    strict: opt.flag('upload nothing if any row is rejected'),
    failOnRejects: opt.flag('exit with code 15 if any row is rejected'),
    restart: opt.flag('upload all rows again, including rows of an earlier run'),
    expect: opt.text('upload nothing unless the file has this digest (a dry run shows it)', {
      hint: 'digest',
    }),
    diff: opt.flag('with --dry-run: show which leads are new, changed or unchanged'),
  }),
  ...acceptOption,
};

export interface ImportOptions extends ValuesOf<typeof importOptions> {
  /** Leads in a call, at most and unless said as many as the service takes. */
  readonly perCall?: number;
}
