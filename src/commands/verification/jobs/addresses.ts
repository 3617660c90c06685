import { Failure } from '../../../base/errors.ts';
import { removeProtection } from '../../../cli/files/formula-protection.ts';
import type { RowFile } from '../../../cli/input/read-rows.ts';
import { addressKey } from '../../../contract/checks/email-address.ts';
import { claimOf } from '../../../domain/lead-file/lead-fields.ts';

/** The column of addresses that an import of leads would take, or one named `address`. */
function emailColumn(headers: readonly string[]): number {
  const ranks = headers.map((header) => {
    const claim = claimOf(header);
    return claim?.field === 'email' ? claim.rank : Number.POSITIVE_INFINITY;
  });
  const best = Math.min(...ranks);
  return best < Number.POSITIVE_INFINITY
    ? ranks.indexOf(best)
    : headers.findIndex((header) => /^address$/i.test(header));
}

/**
 * The addresses of a file: of its column that is named like one, or of the first column where it has no header. Each
 * once, whatever its case. Throws `usage` where no column is recognised.
 */
export function addressesIn({ name, headers, rows }: RowFile): string[] {
  const cells = rows.filter(({ fault }) => fault === undefined).map((row) => row.cells);
  const named = emailColumn(headers);
  if (named >= 0) return distinct(cells.map((row) => removeProtection(row[named] ?? '')));
  const bare = headers.findIndex((header) => header.includes('@'));
  if (bare >= 0) return distinct([headers, ...cells].map((row) => row[bare] ?? ''));
  throw new Failure('no_email_column', `${name} has no column of email addresses`, {
    hint: 'Name the column Email, or give a file with one address per line.',
  });
}

export function distinct(addresses: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const address of addresses.map((text) => text.trim()))
    if (address !== '' && !found.has(addressKey(address))) found.set(addressKey(address), address);
  return [...found.values()];
}
