import { Failure } from '../../base/errors.ts';
import { given } from '../../base/omit-undefined.ts';
import { opt } from '../../cli/declare/params.ts';

/** The options that set a lead's fields, shared by `add` and `update`. */
export const fieldOptions = {
  firstName: opt.text('first name'),
  lastName: opt.text('last name'),
  company: opt.text('company'),
  title: opt.text('job title'),
  phone: opt.text('phone number'),
  website: opt.text('website'),
  linkedin: opt.text('LinkedIn address'),
  var: opt.list('a custom variable, usable as merge tag {key}', { hint: 'key=value' }),
};

interface Values {
  firstName: string | undefined;
  lastName: string | undefined;
  company: string | undefined;
  title: string | undefined;
  phone: string | undefined;
  website: string | undefined;
  linkedin: string | undefined;
  var: string[] | undefined;
}

/** Only the fields that were given: the service leaves the others as they are. */
export function givenFields({ var: variables, ...named }: Values) {
  return given({
    ...named,
    customVariables: variables && Object.fromEntries(variables.map(pair)),
  });
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  const key = text.slice(0, Math.max(at, 0)).trim();
  if (key === '') {
    throw new Failure('bad_variable', `--var "${text}" is not a variable.`, {
      hint: 'Write --var <key>=<value>.',
    });
  }
  return [key, text.slice(at + 1)];
}
