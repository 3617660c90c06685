import type { LaunchPart } from '../../../domain/missing-for-launch.ts';

/** A part that a campaign lacks, in words, and the command that adds it. */
export interface MissingPart {
  readonly part: LaunchPart;
  readonly lacks: string;
  readonly command: string;
}

export const missingParts = (id: number | bigint | string, parts: readonly LaunchPart[]): MissingPart[] =>
  parts.map((part) => ({ part, ...words[part](String(id)) }));

const words: Readonly<Record<LaunchPart, (id: string) => Pick<MissingPart, 'lacks' | 'command'>>> = {
  leads: (id) => ({ lacks: 'no leads', command: `outreach leads import <file> --campaign ${id}` }),
  sequence: (id) => ({
    lacks: 'no email sequence',
    command: `outreach campaigns sequence set ${id} <file>`,
  }),
  senders: (id) => ({
    lacks: 'no mailboxes',
    command: `outreach campaigns senders attach ${id} <mailbox>`,
  }),
  'connected-sender': () => ({
    lacks: 'no connected mailbox',
    command: 'outreach senders list',
  }),
  schedule: (id) => ({
    lacks: 'no sending days',
    command: `outreach campaigns schedule ${id} --days mon-fri --from 09:00 --to 17:00`,
  }),
};
