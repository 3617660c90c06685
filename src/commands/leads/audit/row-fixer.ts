import { addressKey } from '../../../contract/checks/email-address.ts';
import { addressIn, fixedAddress } from '../../../domain/address/fixed-address.ts';
import type { LeadFault } from '../../../domain/launch/lead-faults.ts';
import { type RuleId, rules } from '../../../domain/launch/rules.ts';
import { AddressSet } from '../../../domain/lead-file/address-set.ts';
import type { MadeLead } from '../../../domain/lead-file/lead-maker.ts';
import { type Cell, type Row, textOf } from '../../../domain/lead-file/row.ts';
import type { JudgedRow, Rows } from '../import/lead-file.ts';
import type { FixedRow, LeftOutRow } from './audit-result.ts';
import { isEmpty } from './look-at-rows.ts';
import type { FileRules } from './read-rules.ts';

interface Kept {
  readonly cells: readonly Cell[];
  readonly email: string;
  readonly change: FixedRow | undefined;
}

type Outcome = Kept | { readonly leftOut: LeftOutRow };

/**
 * Decides, row by row, what a fixed file holds. It changes nothing but addresses, and only where there is one way to
 * write them right; a row that would not be sent is left out, because its values are not known.
 */
export class RowFixer {
  readonly #last = new AddressSet();
  readonly #optedOut = new AddressSet();

  constructor(
    private readonly ruleset: FileRules,
    private readonly dropped: ReadonlySet<RuleId>,
  ) {}

  /** Learns which row is the last with its address, as that is written in the end. */
  learn(one: JudgedRow, judge: Rows['judge']): void {
    const made = this.#made(one, judge);
    if (made && 'made' in made) this.#last.put(addressKey(made.email), one.row.number);
    if (!('lead' in one.judged))
      for (const address of one.judged.optedOut ?? [])
        this.#optedOut.put(addressKey(address), one.row.number);
  }

  /** What becomes of a row, once all were learned; undefined for an empty one. */
  outcome(one: JudgedRow, judge: Rows['judge']): Outcome | undefined {
    const { row } = one;
    const found = this.#made(one, judge);
    if (found === undefined || 'leftOut' in found) return found;
    const { email, made, cells, why } = found;
    const leave = (rule: RuleId, reason: string) => leaveOut(row, rule, { address: email, reason });
    const out = this.#optedOut.rowOf(addressKey(email));
    if (out > 0) return leave('opted-out', `row ${out} has the same address and says so`);
    const last = this.#last.rowOf(addressKey(email));
    if (last !== row.number) return leave('duplicate-address', `row ${last} has the same address`);
    for (const fault of this.ruleset.ofLead({ ...made.lead, email }))
      if (rules[fault.rule].severity === 'block' || this.dropped.has(fault.rule))
        return leave(fault.rule, reasonOf(fault));
    const [from, to] = [textOf(row.cells[made.at]), textOf(cells[made.at])];
    return {
      cells,
      email,
      change: from === to ? undefined : { row: row.number, from, to, why: why.join(', ') },
    };
  }

  #made({ row, judged }: JudgedRow, judge: Rows['judge']) {
    if ('lead' in judged) return fixedLead(row, judged, []);
    if (isEmpty(row)) return undefined;
    const { address, reason } = judged;
    const inside = address && addressIn(address.given);
    const again =
      inside === undefined ? judged : judge({ ...row, cells: row.cells.with(address?.at ?? 0, inside) });
    if ('lead' in again) return fixedLead(row, again, ['address taken out of its text']);
    if (again.optedOut?.[0] !== undefined)
      return leaveOut(row, 'opted-out', { address: again.optedOut[0], reason: again.reason });
    return leaveOut(row, 'malformed-address', {
      address: address?.given ?? '',
      reason: inside === undefined ? reason : again.reason,
    });
  }
}

const leaveOut = (
  { number }: Row,
  rule: RuleId,
  why: Pick<LeftOutRow, 'address' | 'reason'>,
): { readonly leftOut: LeftOutRow } => ({ leftOut: { row: number, rule, ...why } });

/** The row with its address as it should be written; of several in a cell, the first is the one that counts. */
function fixedLead({ cells }: Row, made: MadeLead, before: readonly string[]) {
  const { at, lead, trimmed, several } = made;
  const { email, changes } = fixedAddress(lead.email);
  const given = several || before.length > 0 ? lead.email : textOf(cells[at]).trim();
  return {
    made,
    email,
    cells: cells.with(
      at,
      given.replace(lead.email, () => email),
    ),
    why: [
      ...before,
      ...(trimmed ? ['spaces removed'] : []),
      ...(several ? ['first of several addresses'] : []),
      ...changes,
    ],
  };
}

function reasonOf({ rule, detail }: LeadFault): string {
  if (rule === 'merge-tag-empty') return `it has no value for {${detail}}`;
  if (rule === 'placeholder-left') return `it has a placeholder as {${detail}}`;
  if (rule === 'role-address') return `${detail}@ is the address of a role`;
  if (rule === 'disposable-address') return 'the address is disposable';
  return rule === 'personal-mailbox' ? 'the address is at a personal mail provider' : (detail ?? rule);
}
