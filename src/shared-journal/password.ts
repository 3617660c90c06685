import { readFileSync, statSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { type JournalAddress, shownAddress } from '../local/journal/journal-address.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A login at a database: a file of passwords names all four. */
type Login = Pick<JournalAddress, 'host' | 'port' | 'database'> & { readonly user: string };

export const passwordPlaces =
  'The password comes from PGPASSWORD, else from ~/.pgpass or the file that PGPASSFILE names.';

/** Asked for when the server wants a password: as the programs of PostgreSQL find it. Throws `Failure` where there is none. */
export function passwordOf(login: Login, env: Environment): string {
  if (env.PGPASSWORD) return env.PGPASSWORD;
  const file = fileOf(env);
  const text = textOf(login, file);
  const found = text === undefined ? undefined : passwordIn(text, login);
  if (found !== undefined) return found;
  const why = text === undefined ? '' : `, and ${file} has no line for it`;
  throw refused(login, `wants a password: PGPASSWORD is not set${why}`, passwordPlaces);
}

function fileOf({ PGPASSFILE, HOME, APPDATA }: Environment): string {
  if (PGPASSFILE) return PGPASSFILE;
  return platform() === 'win32'
    ? join(APPDATA ?? '', 'postgresql', 'pgpass.conf')
    : join(HOME || homedir(), '.pgpass');
}

function textOf(login: Login, file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile())
    throw refused(login, `wants a password, and ${file} is not a plain file`, passwordPlaces);
  if (platform() !== 'win32' && (found.mode & 0o077) !== 0)
    throw refused(
      login,
      `wants a password, and ${file} is not used: others than you can read it`,
      `Make it private: chmod 600 ${file}`,
    );
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw refused(login, `wants a password, and ${file} cannot be read`, passwordPlaces, error);
  }
}

/** Of the first line that fits; `*` fits all. */
function passwordIn(text: string, { host, port, database, user }: Login): string | undefined {
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const [, ...fields] =
      /^((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):(.*)$/.exec(line) ?? [];
    const plain = fields.map((field) => field.replace(/\\(.)/g, '$1'));
    const password = plain[4];
    const isFit = wanted.every((value, at) => fields[at] === '*' || plain[at] === value);
    if (password !== undefined && isFit) return password;
  }
  return undefined;
}

const refused = (login: Login, why: string, hint: string, cause?: unknown) =>
  new Failure('invalid_journal', `The shared journal (${shownAddress(login)}) ${why}`, { hint, cause });
