import { duration } from '../../base/duration.ts';
import type { Files } from '../../cli/declare/command.ts';
import { type Check, failedBy, passed, warned } from './check.ts';

const check = 'shared journal';
/** Leases, days, approvals and budgets go by the clock of the database; what is shown by that of this machine. */
const mostApartMs = 60_000;

/** The journal that several machines share: whether it answers, its version, its clock, and whether this login may use it. */
export async function sharedJournal({ world }: Pick<Files, 'world'>): Promise<Check[]> {
  if ((await world.journal.where()) === null) return [];
  try {
    const found = await (await world.journal.open()).condition?.(world.clock.now);
    if (found === undefined) return [];
    const { where, version, aheadMs, refused, role, readOnly, replaced } = found;
    if (replaced) return [failedBy(check, replaced)];
    const detail = `${where}, version ${version}, its clock ${differenceOf(aheadMs)}`;
    const failed = (what: string, hint: string): Check[] => [
      { check, state: 'failed', detail: `${detail}; ${what}`, hint },
    ];
    if (readOnly !== undefined)
      return failed(
        `it takes no changes: ${readOnly}`,
        'Calls that it guards are refused. Put the address of the primary server in its place.',
      );
    if (refused.length > 0)
      return failed(
        `this login may not read and write ${refused.join(', ')}`,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA outreach TO ${role}`,
      );
    if (Math.abs(aheadMs) <= mostApartMs) return [passed(check, detail)];
    return [warned(check, detail, 'Set the clock of this machine, or of the database.')];
  } catch (error) {
    return [failedBy(check, error)];
  }
}

function differenceOf(aheadMs: number): string {
  const apart = Math.abs(aheadMs);
  if (apart < 1000) return 'within a second of this one';
  return `${duration(apart / 1000)} ${aheadMs < 0 ? 'behind' : 'ahead'}`;
}
