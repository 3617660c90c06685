import { exactText } from '../../../base/exact-json.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Input } from '../../../contract/operation.ts';
import type { Sandbox } from '../../core/state.ts';
import { scheduleFrom, settingsFrom } from './campaign-input.ts';
import { defaultSchedule, defaultSettings } from './campaigns.ts';

type NewCampaign = Input<typeof campaigns.create>['body'] & { readonly daysSchedule?: string };

/** A draft; gives its id. Whatever is not said is as the service has it. */
export function createCampaign(sandbox: Sandbox, workspaceId: number, campaign: NewCampaign): number {
  const { name, emoji, flow, ...rest } = campaign;
  const now = sandbox.now();
  return sandbox.db
    .prepare(
      `INSERT INTO campaign (workspace_id, name, emoji, flow, status, settings, schedule, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'draft', ?, ?, ?, ?)`,
    )
    .run(
      workspaceId,
      name,
      emoji ?? null,
      flow ?? 'multiple_leads_scheduled',
      exactText(settingsFrom(defaultSettings, rest)),
      exactText(scheduleFrom(defaultSchedule, rest)),
      now,
      now,
    ).lastInsertRowid;
}
