import { Failure, inAWhile } from '../base/errors.ts';
import { type JournalAddress, shownAddress } from '../local/journal/journal-address.ts';
import { passwordPlaces } from './password.ts';

/** The connection was lost while a commit was under way: it may be there. */
export class Unclear extends Error {
  constructor(override readonly cause: unknown) {
    super(reasonOf(cause));
  }
}

/** As PostgreSQL says it of the first change. Another server may have its name by the next try. */
export class ReadOnly extends Error {
  readonly code = '25006';
}

export const isUnclear = (error: unknown): boolean => error instanceof Unclear;

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The database took nothing of it, because another transaction was under way. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '');

/** The server does not have what was asked for, or keeps it from this login. */
export const isRefused = (error: unknown): boolean => /^(?:0A|42|55|58|XX)/.test(codeOf(error) ?? '');

/** States of PostgreSQL in which the connection, or the server, is of no use; a standby takes no changes. */
const troubles = /^(?:08|53|57P0|57014|58|25006|XX)/;

/** Another try may work. */
export function isTrouble(error: unknown): boolean {
  if (error instanceof Failure || isOfTls(error)) return false;
  if (isUnclear(error)) return true;
  const code = codeOf(error);
  // Five letters and digits are a state of PostgreSQL, everything else is from the socket or from the library.
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')) return troubles.test(code);
  return code !== undefined || /connect|terminated|timeout|closed|queryable/i.test(reasonOf(error));
}

const noTls = 'The server does not support SSL connections';

/** Of the library, and of TLS in Node: it fails in the same way until something is set up. */
const isOfTls = (error: unknown): boolean =>
  reasonOf(error) === noTls ||
  /^(?:ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH)/.test(
    codeOf(error) ?? '',
  );

function reasonOf(error: unknown): string {
  const { message = '', errors } = (error ?? {}) as { message?: string; errors?: readonly Error[] };
  return (message || errors?.[0]?.message || codeOf(error) || 'no answer').replace(/[.\s]+$/, '');
}

/** What went wrong, in words of ours: none holds the address as it was given. */
export function failureOf(error: unknown, address: JournalAddress): unknown {
  if (error instanceof Failure) return error;
  const where = `The shared journal (${shownAddress(address)})`;
  const { user } = address;
  // The server names the user, which may be a password that was typed in its place.
  const why =
    user === undefined ? reasonOf(error) : reasonOf(error).replaceAll(`"${user}"`, 'of the address');
  if (isOfTls(error))
    return new Failure('journal_unreachable', `${where} could not be reached over TLS: ${why}`, {
      hint: tlsHint(error, address),
      cause: error,
    });
  if (codeOf(error) === '25006')
    return new Failure('journal_unreachable', `${where} takes no changes: ${why}`, {
      hint: 'Put the address of the primary server in its place.',
      retryable: true,
      cause: error,
    });
  if (isTrouble(error))
    return new Failure('journal_unreachable', `${where} could not be reached: ${why}`, {
      hint: troubleHints[codeOf(error) ?? ''] ?? 'Try again when the database answers.',
      retryable: true,
      cause: error,
    });
  if (isConflict(error))
    return new Failure('in_progress', `${where} was changed by others at the same time, too often`, {
      hint: 'Run the same command again in a few seconds.',
      ...inAWhile,
      cause: error,
    });
  const hint = refusalHint(codeOf(error), why, address);
  return hint === undefined
    ? error
    : new Failure('invalid_journal', `${where} refuses: ${why}`, { hint, cause: error });
}

function tlsHint(error: unknown, { host }: JournalAddress): string {
  const code = codeOf(error) ?? '';
  if (reasonOf(error) === noTls)
    return 'Turn on TLS at the server: ssl = on in postgresql.conf, with ssl_cert_file and ssl_key_file.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the server must name ${host}: use its name in the address, or make it anew.`;
  if (code === 'CERT_HAS_EXPIRED') return 'Renew the certificate of the server.';
  if (code === 'CERT_NOT_YET_VALID')
    return 'Set the clock on this machine, or make the certificate of the server anew.';
  return 'For an authority of your own, add ?sslrootcert=/path/to/ca.pem to the address, or set NODE_EXTRA_CA_CERTS.';
}

const troubleHints: Readonly<Record<string, string>> = {
  53300: 'All connections of the server are in use: try again, or raise its max_connections.',
  '57P03': 'The server is starting or stopping: try again in a moment.',
  ENOTFOUND: 'Check the host in the address of the journal.',
};

/** What the server wants otherwise. Undefined where that is not for a user to set. */
function refusalHint(
  code: string | undefined,
  why: string,
  { database, isEncrypted }: JournalAddress,
): string | undefined {
  if (code === '28P01') return passwordPlaces;
  if (code === '28000' && !isEncrypted && /no encryption/.test(why))
    return 'Add ?sslmode=verify-full to the address, or let pg_hba.conf of the server take this login without TLS.';
  if (code?.startsWith('28'))
    return 'Check the user in the address, and that pg_hba.conf of the server lets it log in from here.';
  if (code === '3D000') return `Check the name, or make it: CREATE DATABASE ${database}`;
  // A schema that a login may not use hides its tables.
  if (code === '42501' || code === '42P01')
    return `The first login needs CREATE on the database: GRANT CONNECT, CREATE ON DATABASE ${database}. Each other one needs USAGE on the schema outreach, and SELECT, INSERT, UPDATE, DELETE on all its tables.`;
  return undefined;
}
