import type { Context } from '../../../cli/declare/command.ts';
import type { JudgedRow } from '../../../cli/input/lead-file.ts';
import { addressKey } from '../../../contract/checks/email-address.ts';
import type { LeadFault, LeadRules } from '../../../domain/launch/lead-faults.ts';
import { recipientRules } from '../../../domain/launch/recipient-rules.ts';
import { rowRules } from '../../../domain/launch/row-rules.ts';
import { createKeyTally, tagRules } from '../../../domain/launch/tag-rules.ts';
import { type Wording, wordingsIn } from '../../../domain/launch/wordings.ts';
import { AddressSet } from '../../../domain/lead-file/address-set.ts';
import type { MadeLead, Rejection } from '../../../domain/lead-file/lead-maker.ts';
import { isEmpty } from '../../../domain/lead-file/row.ts';
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
  const parsed =
    sequence === undefined ? undefined : parseSequence(sequence, await files.readText(sequence, 'document'));
  const wordings = parsed ? wordingsIn(parsed, { campaign: parsed.signature, mailboxes: [] }) : undefined;
  const rules = await recipientRules({}, rowRules, ...(wordings ? [tagRules(wordings)] : []));
  // Who opted out is known before, by the whole column.
  return { ofLead: (lead) => [...rules(lead)].filter(({ rule }) => rule !== 'opted-out'), wordings };
}

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
      const { leftOut, given, reason } = judged;
      const example = leftOut?.[0] ?? given?.slice(0, longestExample) ?? `row ${row.number}: ${reason}`;
      if (!isEmpty(row)) ofRows.add(faultOf(judged), { row: row.number, example });
      return;
    }
    const { email } = judged.lead;
    const out = seen.leftOut.find(email);
    if (out !== undefined) {
      ofRows.add(faultOf({ kind: out.kind, reason: '' }), { row: row.number, example: email });
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
  const rowOf = (email: string) => pass.rows.rowOf(email);
  return { verdict, mapping: pass.mapping, cases, keys: ofLeads.keys(), rowOf };
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

function faultOf({ kind, reason, saidBy }: Pick<Rejection, 'kind' | 'reason' | 'saidBy'>): LeadFault {
  if (kind === 'known-invalid') return { rule: kind, detail: 'column' };
  if (kind === 'opted-out') return { rule: kind, ...(saidBy !== undefined && { detail: saidBy }) };
  // What is wrong with an address is one of a few sentences; what is wrong with a row may quote it.
  const isOfAddress = kind === 'malformed address' || kind === 'no address';
  return { rule: 'malformed-address', detail: isOfAddress ? reason : kind };
}

const longestExample = 200;
