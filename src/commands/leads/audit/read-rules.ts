import type { Context } from '../../../cli/declare/command.ts';
import type { LeadRules } from '../../../domain/launch/lead-faults.ts';
import { recipientRules } from '../../../domain/launch/recipient-rules.ts';
import { rowRules } from '../../../domain/launch/row-rules.ts';
import { tagRules } from '../../../domain/launch/tag-rules.ts';
import { type Wording, wordingsIn } from '../../../domain/launch/wordings.ts';
import { parseSequence } from '../../../domain/sequence/sequence-file.ts';

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
  const parsed = await parseSequence(sequence, content);
  const wordings = wordingsIn(parsed, { campaign: parsed.signature, mailboxes: [] });
  return { ofLead: withoutOptOuts(await recipientRules({}, rowRules, tagRules(wordings))), wordings };
}

/** Who opted out is known before, by the whole column. */
const withoutOptOuts =
  (rules: LeadRules): LeadRules =>
  (lead) =>
    [...rules(lead)].filter(({ rule }) => rule !== 'opted-out');
