import { isLoopback } from '../../base/base-url.ts';
import { Failure } from '../../base/errors.ts';
import { parseUrl } from '../../base/parse-url.ts';

export interface JournalAddress {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Undefined: as the environment or the system says. */
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  /** A file with the certificates of one's own authority. */
  readonly rootCertificate: string | undefined;
}

const postgresPort = 5432;
const known = ['sslmode', 'sslrootcert', 'host'];
const shape = 'must be local, or like postgres://user@host/database';

/** Undefined for `local`. Throws `usage` for what is not `postgres://user@host/database`, a password, or no verified TLS. */
export function journalAddress(text: string): JournalAddress | undefined {
  if (text === 'local') return undefined;
  const url = /^postgres(?:ql)?:\/\//i.test(text) ? parseUrl(text) : undefined;
  if (url === undefined) throw refused(shape);
  if (url.password !== '' || strays(url).some((part) => part.includes('@')))
    throw refused(
      'must not hold a password',
      'secret_as_argument',
      'Use PGPASSWORD, PGPASSFILE or ~/.pgpass.',
    );
  const strange = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (strange !== undefined) throw refused(`has an option that is not known: ${strange.slice(0, 40)}`);
  const socket = url.searchParams.get('host') ?? '';
  if (socket !== '' && !socket.startsWith('/'))
    throw refused('may name only the folder of a socket as host=');
  const host = socket || decoded(url.hostname);
  const database = decoded(url.pathname.slice(1));
  if (host === '' || database === '') throw refused('must name a host and a database');
  const isHere = socket !== '' || isLoopback(url);
  const mode = url.searchParams.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (mode !== 'verify-full' && !(isHere && mode === 'disable'))
    throw refused(
      isHere ? 'takes sslmode=disable or sslmode=verify-full' : 'takes sslmode=verify-full only',
      'unchecked_certificates',
      'For an authority of your own: sslrootcert=/path/to/ca.pem, or NODE_EXTRA_CA_CERTS.',
    );
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || postgresPort,
    database,
    user: decoded(url.username) || undefined,
    isEncrypted: mode === 'verify-full',
    rootCertificate: url.searchParams.get('sslrootcert') ?? undefined,
  };
}

/** Where the rest of a password is found that holds `/`, `?` or `#`. */
const strays = ({ pathname, hash, searchParams }: URL): string[] => [
  pathname,
  hash,
  ...[...searchParams].flatMap(([name, value]) => (known.includes(name) ? [] : [name, value])),
];

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw refused(shape, 'invalid_journal', undefined, error);
  }
}

/** For messages: without the user, in whose place a password may have been typed. */
export const shownAddress = ({
  host,
  port,
  database,
}: Pick<JournalAddress, 'host' | 'port' | 'database'>): string =>
  `${host}${port === postgresPort ? '' : `:${port}`}/${database}`;

/** The text itself is not repeated: it may hold a password. */
const refused = (
  why: string,
  code: 'invalid_journal' | 'secret_as_argument' | 'unchecked_certificates' = 'invalid_journal',
  hint = 'For the journal on this machine: unset OUTREACH_JOURNAL, or set it to local.',
  cause?: unknown,
) => new Failure(code, `The address of the journal ${why}`, { kind: 'usage', hint, cause });
