import { tagOf } from '../../contract/checks/variable-key.ts';
import { fieldTags, textOf } from '../../domain/merge-tags.ts';
import type { Context } from '../declare/command.ts';

/** Says on stderr which merge fields a call empties: the service does not tell which campaigns use them. */
export function warnEmptied(
  { warn }: Pick<Context, 'warn'>,
  {
    customVariables = {},
    ...named
  }: { readonly customVariables?: Readonly<Record<string, unknown>>; readonly [field: string]: unknown },
): void {
  const fields = Object.entries(named).filter(([name]) => fieldTags.has(tagOf(name)));
  for (const [name, value] of [...fields, ...Object.entries(customVariables)])
    if (textOf(value) === undefined)
      warn(
        `If a running campaign uses {${name}}, it goes out unfilled to this person: outreach campaigns check <campaign>`,
      );
}
