import { opt, under } from '../../../cli/declare/params.ts';
import { encodingOption } from '../../../cli/declare/shared-options.ts';

/** How the columns of a file of leads are read: the same for all that reads one. */
export const columnOptions = under('COLUMNS', {
  map: opt.each(
    'what a column becomes: a field, fullName (split), var:<key>, or - to skip it; remembered for files with the same header',
    { hint: 'column=field' },
  ),
  remap: opt.flag('forget the saved choices for files with this header'),
  variables: opt.list('unmapped columns to keep as custom variables: all (default), none, or their names', {
    hint: 'columns',
  }),
});

export const formatOptions = {
  delimiter: opt.text('the character between columns (detected automatically)', { hint: 'character' }),
  ...encodingOption,
};
