import { isKey, isSandboxKey } from '../../contract/keys.ts';
import type { Scope } from '../../contract/operation.ts';
import type { State } from '../core/state.ts';

type Authorised = { readonly workspaceId: number; readonly scope: Scope } | { readonly problem: string };

const bearer = 'Bearer ';

/** Reads the header as the service does: the key is whatever follows its first seven characters (spec, Authentication). */
export function authorise(state: State, header: string | undefined): Authorised {
  if (header === undefined || header === '') return { problem: 'Missing Authorization header' };
  // The HTTP parser takes the space away where nothing follows it.
  if (header === bearer.trimEnd()) return { problem: 'Missing API key' };
  if (header.length < bearer.length) return { problem: 'Invalid Authorization header format' };
  const key = header.slice(bearer.length);
  if (key === '') return { problem: 'Missing API key' };
  if (!header.startsWith(bearer) || !key.startsWith('run_')) return { problem: 'Invalid API key format' };
  // A key of the live service is none of our business: it is not even looked up.
  if (!isKey(key) || !isSandboxKey(key)) return { problem: 'Invalid API key' };
  const row = state.db
    .prepare(
      'SELECT workspace_id AS workspaceId, scope, status, expires_at AS expiresAt FROM api_key WHERE key = ?',
    )
    .get<{
      workspaceId: number;
      scope: Scope;
      status: string;
      expiresAt: number | null;
    }>(key);
  if (row?.status !== 'active') return { problem: 'Invalid API key' };
  if (row.expiresAt !== null && row.expiresAt <= state.now())
    return { problem: 'API key expired. Create a new key in the settings of the app and use that one.' };
  return { workspaceId: row.workspaceId, scope: row.scope };
}

export const readOnlyProblem = 'This API key is read-only; this endpoint requires the read_write scope';
