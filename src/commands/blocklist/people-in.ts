import { counted, firstOf, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { encodingNote } from '../../cli/input/read-rows.ts';
import { type Only, saidPeople } from '../../cli/launch/said-people.ts';
import { type FileChoices, noColumn } from './value-file.ts';

/**
 * The addresses that an import of the file leaves out for this reason, of rows that plainly say so. Throws `usage` where
 * no column has addresses, or says anything of the kind.
 */
export async function peopleIn({ files, screen }: Context, choices: FileChoices, only: Only) {
  const { name, encoding, found, isSaid, withoutAddress } = await saidPeople(files.world, choices, only);
  const note = encodingNote(name, encoding, choices.encoding);
  if (note !== undefined) screen.note(note);
  if (withoutAddress) throw noColumn(`No column of ${name} has email addresses.`, withoutAddress);
  if (!isSaid) throw noSaying(name);
  const doubtful = new Set(found.flatMap(({ isDoubtful, row }) => (isDoubtful ? [String(row)] : [])));
  if (doubtful.size > 0)
    screen.warn(
      `${counted(doubtful.size, 'row does', 'rows do')} not plainly say that the person opted out, and ${plural(doubtful.size, 'is', 'are')} not blocked: row ${firstOf([...doubtful], 3)}.`,
    );
  return { encoding, found: found.filter(({ isDoubtful }) => !isDoubtful) };
}

const noSaying = (name: string): Failure =>
  new Failure('no_such_column', `No column of ${name} says who opted out, or what a verifier found.`, {
    hint: 'Such a column is known by its name and its values, like "ZeroBounce Status" or "Email Opt Out".',
  });
