import type { Intent, Journal } from '../../client/guard/journal.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { copilot } from '../../contract/areas/copilot.ts';
import type { NameOf } from './object.ts';

/** Of an account, from the calls that made its campaigns: the names they were made with. */
export async function campaignNames(
  journal: Pick<Journal, 'newestDone'>,
  intents: readonly Pick<Intent, 'account'>[],
): Promise<(intent: Pick<Intent, 'account'>) => NameOf> {
  const names = new Map<string, string>();
  for (const account of new Set(intents.map((intent) => intent.account)))
    for (const { id } of [campaigns.create, copilot.launch])
      for (const made of await journal.newestDone(account, id, most)) {
        const campaign = madeBy(made);
        if (campaign) names.set(`${account} ${campaign.id}`, campaign.name);
      }
  return ({ account }) =>
    (campaignId) =>
      names.get(`${account} ${campaignId}`);
}

const most = 1000;

function madeBy({ request, answer }: Intent): { id: unknown; name: string } | undefined {
  const name = JSON.parse(request)?.input?.body?.name;
  const body = answer === undefined ? undefined : JSON.parse(answer).body;
  const id = body?.campaignId ?? body?.campaign?.id ?? body?.id;
  return typeof name === 'string' && id !== undefined ? { id, name } : undefined;
}
