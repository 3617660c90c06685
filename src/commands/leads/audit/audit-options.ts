import type { LeadFileChoices } from '../import/open-lead-file.ts';
import type { droppable } from './droppable.ts';

/** What the line of an audit says. */
export interface AuditOptions extends LeadFileChoices {
  readonly sequence: string | undefined;
  readonly fix: string | undefined;
  readonly report: string | undefined;
  readonly leaveOut: (typeof droppable)[number][] | undefined;
}
