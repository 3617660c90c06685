import { readAnyway } from '../../cli/answer/fact.ts';
import type { Context } from '../../cli/declare/command.ts';
import { leads } from '../../contract/areas/leads.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import { optOutIn } from '../../domain/address/status-column.ts';

/**
 * The service confirms people whom it then leaves out of the campaign, and names no reason: one more call shows who is
 * there. Where the list cannot be read, nothing is said. Tells whether the person is missing.
 */
export async function warnNotJoined(
  { service, screen }: Context,
  campaignId: number | null | undefined,
  email: string,
): Promise<boolean> {
  if (campaignId == null) return false;
  const { value } = await readAnyway(leads.list, (asked) =>
    service.api.page(asked, { query: { campaignId, email } }, { limit: 1 }),
  );
  const key = addressKey(email);
  const joined = value?.items.find((lead) => addressKey(lead.email) === key);
  if (joined && optOutIn(joined.customVariables ?? {}, email) !== undefined)
    screen.warn(`${email} opted out before, so the launch checks stop campaign ${campaignId}.`);
  if (!value || joined) return false;
  screen.warn(
    `1 person did not join campaign ${campaignId}: ${email}. It leaves out people who unsubscribed, and those its settings exclude.`,
  );
  return true;
}
