import { Failure, isStop } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { sandboxKey, sandboxReadOnlyKey } from '../../contract/keys.ts';

/**
 * What the key may do. The service has no call that tells, so a harmless one that needs read-and-write is tried:
 * refused as read-only means `read`; answered in any shape, or refused for its content, means `read_write`; all else is
 * `unknown`.
 */
export async function scopeOf(api: Api, key: string): Promise<'read' | 'read_write' | 'unknown'> {
  if (key === sandboxKey) return 'read_write';
  if (key === sandboxReadOnlyKey) return 'read';
  try {
    await api(autopilot.plan, { body: { budgetUsd: 1 } });
    return 'read_write';
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    if (error.status === 400 || error.is('unreadable_answer')) return 'read_write';
    return error.status === 403 && /read-only|read_write/i.test(error.message) ? 'read' : 'unknown';
  }
}
