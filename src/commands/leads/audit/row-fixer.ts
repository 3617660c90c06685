import type { JudgedRow } from '../../../cli/input/lead-file.ts';
import { addressKey } from '../../../contract/checks/email-address.ts';
import { fixedAddress } from '../../../domain/address/fixed-address.ts';
import type { LeadFault } from '../../../domain/launch/lead-faults.ts';
import { type RuleId, rules } from '../../../domain/launch/rules.ts';
import { AddressSet } from '../../../domain/lead-file/address-set.ts';
import { isLeftOut, type Judged, type MadeLead } from '../../../domain/lead-file/lead-maker.ts';
import type { Mapping } from '../../../domain/lead-file/lead-mapping.ts';
import { LeftOutAddresses } from '../../../domain/lead-file/left-out-addresses.ts';
import { namedInCase, nameFields } from '../../../domain/lead-file/name-shape.ts';
import { type Cell, isEmpty, type Row, textOf } from '../../../domain/lead-file/row.ts';
import type { FixedRow, LeftOutRow } from './audit-result.ts';
import type { FileRules } from './look-at-rows.ts';

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
  readonly #leftOut = new LeftOutAddresses();

  constructor(
    private readonly ruleset: FileRules,
    private readonly dropped: ReadonlySet<RuleId>,
    private readonly fixNames: boolean,
  ) {}

  /** Learns which row is the last with its address, as that is written in the end. */
  learn({ row: { number }, judged: before }: JudgedRow): void {
    const judged = repaired(before);
    if ('lead' in judged) this.#last.put(addressKey(fixedAddress(judged.lead.email).email), number);
    else this.#leftOut.add(judged, number);
  }

  /** What becomes of a row, once all were learned; undefined for an empty one. */
  outcome({ row, judged }: JudgedRow, mapping: Mapping): Outcome | undefined {
    const made = repaired(judged);
    if (!('lead' in made)) {
      if (isEmpty(row)) return undefined;
      const { kind, leftOut: [known] = [], reason } = made;
      const given = 'lead' in judged ? undefined : judged.given;
      return isLeftOut(kind)
        ? leaveOut(row, kind, { address: known ?? '', reason })
        : leaveOut(row, 'malformed-address', { address: given ?? '', reason });
    }
    const { email, cells, why } = fixedLead(row, made);
    const leave = (rule: RuleId, reason: string) => leaveOut(row, rule, { address: email, reason });
    const out = this.#leftOut.find(email);
    if (out) return leave(out.kind, `row ${out.row} has the same address and says so`);
    const last = this.#last.rowOf(addressKey(email));
    if (last !== row.number) return leave('duplicate-address', `row ${last} has the same address`);
    if (made.verdict === 'risky' && this.dropped.has('risky-share'))
      return leave('risky-share', 'no verifier could confirm the address');
    for (const fault of this.ruleset.ofLead({ ...made.lead, email }))
      if (rules[fault.rule].severity === 'block' || this.dropped.has(fault.rule))
        return leave(fault.rule, reasonOf(fault));
    const named = this.fixNames ? withNames(cells, mapping) : cells;
    const [from, to]: [string[], string[]] = [[], []];
    let hasNames = false;
    for (const [at, cell] of row.cells.entries()) {
      if (textOf(cell) === textOf(named[at])) continue;
      from.push(textOf(cell));
      to.push(textOf(named[at]));
      hasNames ||= at !== made.at;
    }
    if (from.length === 0) return { cells, email, change: undefined };
    if (hasNames) why.push('names as they are written');
    const change = { row: row.number, from: from.join(', '), to: to.join(', '), why: why.join(', ') };
    return { cells: named, email, change };
  }
}

/** Names in capital or small letters alone as names are written; a cell with first and last name stays. */
const withNames = (cells: readonly Cell[], mapping: Mapping): readonly Cell[] =>
  cells.map((cell, at) => {
    const use = mapping[at]?.use;
    const isName = use?.kind === 'field' && (nameFields as readonly string[]).includes(use.field);
    if (typeof cell !== 'string' || !isName) return cell;
    return namedInCase(cell, use.field === 'lastName');
  });

/** A row as it is with its address taken out of the text around it, where there is some. */
function repaired(judged: Judged): Judged {
  const found = 'lead' in judged ? judged : (judged.repaired ?? judged);
  return found !== judged && 'lead' in found ? { ...found, address: 'in its text' } : found;
}

const leaveOut = (
  { number }: Row,
  rule: RuleId,
  why: Pick<LeftOutRow, 'address' | 'reason'>,
): { readonly leftOut: LeftOutRow } => ({ leftOut: { row: number, rule, ...why } });

/** The row with its address as it should be written; of several in a cell, the first is the one that counts. */
function fixedLead({ cells }: Row, made: MadeLead) {
  const { at, lead, address } = made;
  const { email, changes } = fixedAddress(lead.email);
  const isPart = address === 'first of several' || address === 'in its text';
  const given = isPart ? lead.email : textOf(cells[at]).trim();
  return {
    email,
    cells: cells.with(
      at,
      given.replace(lead.email, () => email),
    ),
    why: [...addressWhy[address], ...changes],
  };
}

const addressWhy: Readonly<Record<MadeLead['address'], readonly string[]>> = {
  whole: [],
  'in its text': ['address taken out of its text'],
  'with spaces': ['spaces removed'],
  'first of several': ['first of several addresses'],
};

function reasonOf({ rule, detail }: LeadFault): string {
  if (rule === 'merge-tag-empty') return `it has no value for {${detail}}`;
  if (rule === 'placeholder-left') return `it has a placeholder as {${detail}}`;
  if (rule === 'role-address') return `${detail}@ is the address of a role`;
  if (rule === 'disposable-address') return 'the address is disposable';
  if (rule === 'test-address') return 'the address is one for tests';
  return rule === 'personal-mailbox' ? 'the address is at a personal mail provider' : (detail ?? rule);
}
