import type { LeadFileChoices } from '../import/open-lead-file.ts';

/** Warnings whose rows a fixed file can do without. */
export const droppable = [
  'risky-share',
  'role-address',
  'disposable-address',
  'personal-mailbox',
  'test-address',
] as const;

export interface AuditOptions extends LeadFileChoices {
  readonly sequence: string | undefined;
  readonly fix: string | undefined;
  /** The fixed file has names as names are written; what is read stays as it is. */
  readonly writesNames: boolean;
  readonly report: string | undefined;
  readonly leaveOut: (typeof droppable)[number][] | undefined;
}
