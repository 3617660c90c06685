import type { Context } from '../../../cli/declare/command.ts';
import type { JudgedRow } from '../../../cli/input/lead-file.ts';
import { addressKey } from '../../../contract/checks/email-address.ts';
import type { LeadFault, LeadRules } from '../../../domain/launch/lead-faults.ts';
import { recipientRules } from '../../../domain/launch/recipient-rules.ts';
import { rowRules } from '../../../domain/launch/row-rules.ts';
import { createKeyTally, tagRules } from '../../../domain/launch/tag-rules.ts';
import { type Wording, wordingsIn } from '../../../domain/launch/wordings.ts';
import { AddressSet } from '../../../domain/lead-file/address-set.ts';
import {
  isLeftOut,
  type LeftOutKind,
  type MadeLead,
  type Rejection,
} from '../../../domain/lead-file/lead-maker.ts';
import { isEmpty, type Row } from '../../../domain/lead-file/row.ts';
import { parseSequence } from '../../../domain/sequence/sequence-file.ts';
import { firstPass } from '../import/first-pass.ts';
import type { OpenLeadFile } from '../import/open-lead-file.ts';
import { RowTally } from './row-tally.ts';

/** What the rows of a file are checked against. */
export interface FileRules {
  readonly ofLead: LeadRules;
  readonly wordings: readonly Wording[] | undefined;
}

/** The rules that need no call; with a sequence, those of its merge tags as well. */
export async function readRules({ files }: Context, sequence: string | undefined): Promise<FileRules> {
  if (sequence === undefined)
    return { ofLead: withoutOptOuts(await recipientRules({}, rowRules)), wordings: undefined };
  const content = await files.readText(sequence, 'document');
  const parsed = parseSequence(sequence, content);
  const wordings = wordingsIn(parsed, { campaign: parsed.signature, mailboxes: [] });
  return { ofLead: withoutOptOuts(await recipientRules({}, rowRules, tagRules(wordings))), wordings };
}

/** Who opted out is known before, by the whole column. */
const withoutOptOuts =
  (rules: LeadRules): LeadRules =>
  (lead) =>
    [...rules(lead)].filter(({ rule }) => rule !== 'opted-out');

/** Which of several files had an address last. */
export class SeenAddresses {
  readonly #last = new AddressSet();
  readonly #files: string[] = [];

  begin(file: string): void {
    this.#files.push(file);
  }

  /** The file before this one that has the address; undefined where it is this one already. */
  put(address: string): string | undefined {
    const before = this.#last.put(addressKey(address), this.#files.length);
    return before === this.#files.length ? undefined : this.#files[before - 1];
  }
}

export type RowFindings = Awaited<ReturnType<typeof lookAtRows>>;

/**
 * Reads the file as an import does in its first pass, and checks each row that would become a lead. Where addresses come
 * again further down it reads once more: only the last row of an address is sent, so only that one can break a rule. `keys`:
 * how many leads have a value for each merge tag; empty without a sequence.
 */
export async function lookAtRows(
  context: Context,
  opened: OpenLeadFile,
  rules: FileRules,
  alsoLook?: (judged: JudgedRow) => void,
  others?: SeenAddresses,
) {
  const ofRows = new RowTally();
  let ofLeads = leadTally(rules);
  const pass = await firstPass(context, opened, (one, seen) => {
    const { row, judged } = one;
    alsoLook?.(one);
    if (!('lead' in judged)) {
      if (!isEmpty(row))
        ofRows.add(rejectionFault(judged), { row: row.number, example: exampleOf(row, judged) });
      return;
    }
    const { email } = judged.lead;
    const out = seen.leftOut.find(email);
    if (out !== undefined) {
      ofRows.add(leftOutFault(out.kind), { row: row.number, example: email });
      return;
    }
    const file = others?.put(email);
    if (file !== undefined)
      ofRows.add({ rule: 'duplicate-address', detail: file }, { row: row.number, example: email });
    ofLeads.take(row.number, judged);
  });
  await pass.rejects.close();
  const verdict = pass.rows.verdict();
  if (verdict.replaced > 0) {
    const { file, leads } = opened;
    ofLeads = leadTally(rules);
    await context.screen.progress(`Reading ${file.name} once more for its duplicates`, async () => {
      for await (const { rows } of leads.rows())
        for (const { row, judged } of rows) {
          if (!('lead' in judged)) continue;
          const { email } = judged.lead;
          if (pass.rows.rowOf(email) === row.number) ofLeads.take(row.number, judged);
          else if (pass.rows.leftOut.find(email) === undefined)
            ofRows.add({ rule: 'duplicate-address' }, { row: row.number, example: email });
        }
    });
  }
  const cases = [...ofRows.cases(), ...ofLeads.cases()];
  return { verdict, mapping: pass.mapping, cases, keys: ofLeads.keys() };
}

function leadTally({ ofLead, wordings }: FileRules) {
  const tally = new RowTally();
  const keys = createKeyTally();
  return {
    take(row: number, { lead, verdict }: Pick<MadeLead, 'lead' | 'verdict'>): void {
      const found = { row, example: lead.email };
      for (const fault of ofLead(lead)) tally.add(fault, found);
      if (verdict === 'risky') tally.add({ rule: 'risky-share' }, found);
      if (wordings) keys.add(lead);
    },
    cases: () => tally.cases(),
    keys: keys.keys,
  };
}

const leftOutFault = (rule: LeftOutKind, saidBy?: string): LeadFault => {
  if (rule === 'known-invalid') return { rule, detail: 'column' };
  return saidBy === undefined ? { rule } : { rule, detail: saidBy };
};

/** What is wrong with an address is one of a few sentences; what is wrong with a row may quote it. */
const rejectionFault = ({ kind, reason, saidBy }: Rejection): LeadFault =>
  isLeftOut(kind)
    ? leftOutFault(kind, saidBy)
    : {
        rule: 'malformed-address',
        detail: kind === 'malformed address' || kind === 'no address' ? reason : kind,
      };

const longestExample = 200;

function exampleOf({ number }: Row, { given, leftOut, reason }: Rejection): string {
  if (leftOut?.[0] !== undefined) return leftOut[0];
  return given === undefined ? `row ${number}: ${reason}` : given.slice(0, longestExample);
}
