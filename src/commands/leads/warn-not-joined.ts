import { counted, firstOf } from '../../base/counted.ts';
import { readOr } from '../../cli/answer/fact.ts';
import type { Context } from '../../cli/declare/command.ts';
import { mostAsked } from '../../cli/find/joining-leads.ts';
import { leads } from '../../contract/areas/leads.ts';
import { addressKey } from '../../contract/checks/email-address.ts';

/**
 * The service confirms people whom it then leaves out of the campaign, and names no reason: a call for each shows who is
 * there. Of many, or where the list cannot be read, nothing is said. Tells whether some are missing.
 */
export async function warnNotJoined(
  { service, screen }: Context,
  campaignId: number | null | undefined,
  addresses: readonly string[],
): Promise<boolean> {
  if (campaignId == null || addresses.length > mostAsked) return false;
  const missing: string[] = [];
  for (const email of addresses) {
    const key = addressKey(email);
    const { value } = await readOr(leads.list, () =>
      service.api.page(leads.list, { query: { campaignId, email } }, { limit: 1 }),
    );
    if (value && !value.items.some((lead) => addressKey(lead.email) === key)) missing.push(email);
  }
  if (missing.length === 0) return false;
  screen.warn(
    `${counted(missing.length, 'person', 'people')} did not join campaign ${campaignId}: ${firstOf(missing, 3)}. It leaves out people who unsubscribed, and those its settings exclude.`,
  );
  return true;
}
