import { addLeads, attachMailbox, setSequence, usualHours } from '../../../cli/launch/fixes.ts';
import type { LaunchPart } from '../../../domain/missing-for-launch.ts';

/** A part that a campaign lacks, in words, and the command that adds it. */
export interface MissingPart {
  readonly part: LaunchPart;
  readonly lacks: string;
  readonly command: string;
}

type Id = number | bigint | string;

export const missingParts = (id: Id, parts: readonly LaunchPart[]): MissingPart[] =>
  parts.map((part) => ({ part, lacks: words[part].lacks, command: words[part].command(id) }));

interface Words {
  readonly lacks: string;
  readonly command: (id: Id) => string;
}

const words: Readonly<Record<LaunchPart, Words>> = {
  leads: { lacks: 'no leads', command: addLeads },
  sequence: { lacks: 'no email sequence', command: setSequence },
  senders: { lacks: 'no mailboxes', command: attachMailbox },
  'connected-sender': { lacks: 'no connected mailbox', command: () => 'outreach senders list' },
  schedule: { lacks: 'no sending days', command: usualHours },
};
