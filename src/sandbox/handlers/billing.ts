import { billing } from '../../contract/areas/billing.ts';
import { fieldsOf, type Infer } from '../../contract/schema/schema.ts';
import { sectionOf } from '../core/handler.ts';
import { upsert } from '../core/rows.ts';
import type { Sandbox } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';

type Fields = { [F in keyof Infer<typeof billing.update.body>]: string | null | undefined };

export const section = sectionOf(billing, {
  get: ({ workspaceId }, sandbox) => profileOf(sandbox, workspaceId),

  update: ({ body, workspaceId }, sandbox) => {
    const fields = JSON.stringify({ ...stored(sandbox, workspaceId)?.fields, ...body });
    upsert(sandbox, 'billing_profile', { workspaceId }, { fields, updatedAt: sandbox.now() });
    return profileOf(sandbox, workspaceId);
  },
});

function stored(sandbox: Sandbox, workspaceId: number): { fields: Fields; updatedAt: number } | undefined {
  const row = sandbox.db
    .prepare('SELECT fields, updated_at AS updatedAt FROM billing_profile WHERE workspace_id = ?')
    .get<{ fields: string; updatedAt: number }>(workspaceId);
  return row && { fields: JSON.parse(row.fields) as Fields, updatedAt: row.updatedAt };
}

function profileOf(sandbox: Sandbox, workspaceId: number) {
  const found = stored(sandbox, workspaceId);
  const fields = Object.fromEntries(
    fieldsOf(billing.update.body).map((name) => [name, found?.fields[name as keyof Fields] ?? null]),
  ) as Fields;
  const { addressLineOne, addressLineTwo, postalCode, city, state, country } = fields;
  const town = [postalCode, city].filter(Boolean).join(' ');
  return {
    ...fields,
    postalAddress: [addressLineOne, addressLineTwo, town, state, country].filter(Boolean).join(', '),
    updatedAt: found ? rfc3339(found.updatedAt) : null,
  };
}
