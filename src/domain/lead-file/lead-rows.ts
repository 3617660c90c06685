import { addressKey } from '../../contract/checks/email-address.ts';
import { meantDomain } from '../address/fixed-address.ts';
import { couldSayOut } from '../address/status-column.ts';
import { AddressSet } from './address-set.ts';
import { type Judged, leftOut, type MadeLead, type Rejection, type RejectKind } from './lead-maker.ts';
import { LeftOutAddresses } from './left-out-addresses.ts';
import { isEmpty, type Row } from './row.ts';

export interface Reject extends Rejection {
  readonly row: Row;
}

/** Rows that were rejected for one reason: how many, and the first few as examples; `column` as in a rejection. */
interface RejectCount {
  readonly kind: RejectKind;
  count: number;
  readonly rows: { readonly row: number; readonly column: string; readonly reason: string }[];
}

/** The outcome of every row of a file. Each is exactly one of: a lead, a reject, empty, or replaced by a later row. */
export type Verdict = ReturnType<LeadRows['verdict']>;

const examples = 3;

/** Counts rows and keeps the last row of each address in a few bytes; what is to be sent is known at the end. */
export class LeadRows {
  readonly #addresses = new AddressSet();
  readonly leftOut = new LeftOutAddresses();
  /** Taken all the same: a later row that does not say so replaces none that does. */
  readonly #optedOut = new AddressSet();
  /** Leads have variables that could take back an opt-out which the service has. */
  couldOptIn = false;
  /** The first few rows whose address comes again further down: the last one wins, whole. */
  readonly #replaced: { row: number; by: number }[] = [];
  readonly #rejects = new Map<RejectKind, RejectCount>();
  /** Which columns, or other files, say what each kind of rejection says. */
  readonly #sources = new Map<RejectKind, Set<string>>();
  /** Rows without an address, by the column that has one which was not chosen. */
  readonly #spares = new Map<string, number>();
  /** `empty`: without any value, or with none that is put back. `doubtful`: rejected by no plain opt-out. */
  #counts = { read: 0, valid: 0, rejected: 0, empty: 0, replaced: 0, trimmed: 0, several: 0, doubtful: 0 };
  /** Addresses whose domain is like gmial.com. */
  readonly #misspelt = { count: 0, first: '' };

  /** How many rows there will be in all, as far as that is known by now. */
  expect(rows: number): void {
    this.#addresses.expect(rows);
  }

  /** The next row of the file. Gives the rejection where it belongs into the file of rejects. */
  take(row: Row, judged: Judged): Rejection | undefined {
    const { number } = row;
    this.#counts.read += 1;
    if ('lead' in judged ? judged.isIdle : isEmpty(row)) {
      this.#counts.empty += 1;
      return undefined;
    }
    const email = 'lead' in judged ? judged.lead.email : judged.email;
    const out = email === undefined ? undefined : this.leftOut.find(email);
    if (email !== undefined && out !== undefined) {
      const again = leftOut(out.kind, [email], '', `row ${out.row} has the same address and says so`);
      const isDoubtful = out.kind === 'opted-out' && this.leftOut.optedOut.rowOf(addressKey(email)) === 0;
      return this.#reject(number, { ...again, ...(isDoubtful && { doubtful: true as const }) });
    }
    if ('lead' in judged) {
      this.#takeLead(number, judged);
      return undefined;
    }
    for (const key of this.leftOut.add(judged, number)) {
      // It takes the place of one before it with this address: that is not sent.
      const before = this.#addresses.put(key, number);
      if (before === 0) continue;
      this.#counts.valid -= 1;
      this.#replace(before, number);
    }
    return this.#reject(number, judged);
  }

  #takeLead(number: number, { lead, address, optedOut }: MadeLead): void {
    if (lead.customVariables) this.couldOptIn ||= couldSayOut(lead.customVariables);
    if (address === 'with spaces') this.#counts.trimmed += 1;
    if (address === 'first of several') this.#counts.several += 1;
    const key = addressKey(lead.email);
    const domain = key.slice(key.lastIndexOf('@') + 1);
    if (meantDomain(domain) !== undefined) {
      this.#misspelt.first ||= domain;
      this.#misspelt.count += 1;
    }
    const kept = optedOut || this.#optedOut.size === 0 ? 0 : this.#optedOut.rowOf(key);
    if (optedOut) this.#optedOut.put(key, number);
    const before = kept > 0 ? number : this.#addresses.put(key, number);
    if (before === 0) this.#counts.valid += 1;
    else this.#replace(before, kept > 0 ? kept : number);
  }

  /** The last row with this address, or 0. */
  rowOf(address: string): number {
    return this.#addresses.rowOf(addressKey(address));
  }

  verdict() {
    return {
      ...this.#counts,
      optedOut: this.leftOut.optedOut.size,
      rejects: [...this.#rejects.values()],
      sources: this.#sources,
      replacedRows: this.#replaced,
      spares: this.#spares,
      misspelt: this.#misspelt,
    };
  }

  #reject(row: number, rejection: Rejection): Rejection {
    const { kind, column, reason, spare, saidBy = column, doubtful } = rejection;
    this.#counts.rejected += 1;
    if (doubtful) this.#counts.doubtful += 1;
    if (saidBy !== '') this.#sources.set(kind, (this.#sources.get(kind) ?? new Set()).add(saidBy));
    if (spare !== undefined) this.#spares.set(spare, (this.#spares.get(spare) ?? 0) + 1);
    const tally: RejectCount = this.#rejects.get(kind) ?? { kind, count: 0, rows: [] };
    tally.count += 1;
    if (tally.rows.length < examples) tally.rows.push({ row, column, reason });
    this.#rejects.set(kind, tally);
    return rejection;
  }

  #replace(row: number, by: number): void {
    this.#counts.replaced += 1;
    if (this.#replaced.length < examples) this.#replaced.push({ row, by });
  }
}
