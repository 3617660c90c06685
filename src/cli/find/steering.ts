import { firstOf } from '../../base/counted.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { writesAtOnce } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Context } from '../declare/command.ts';
import { inline } from '../output/text/inline.ts';
import { receivingCampaign } from './receiving-campaign.ts';

/**
 * Asks a person about a call that changes email which goes out already, where that is so. Throws as every question does;
 * returns where a person has approved exactly this call, and where nothing goes out.
 */
export async function approveSteering(
  context: Pick<Context, 'api' | 'approve' | 'settings' | 'world'>,
  operation: AnyOperation,
  input: AnyInput,
): Promise<void> {
  const steered = await steeredBy(context, operation, input);
  if (steered === undefined) return;
  await context.approve(operation, input, () => ({ spend: {}, facts: [...steered, ...valuesIn(input)] }), {
    always: true,
  });
}

/** Facts; undefined where no one gets other email because of it. */
async function steeredBy(
  context: Pick<Context, 'api' | 'settings' | 'world'>,
  { steers }: AnyOperation,
  { params }: AnyInput,
): Promise<readonly string[] | undefined> {
  if (steers === 'blocked people') return ['Campaigns can email again whom the entry no longer blocks.'];
  if (steers === 'campaign') {
    const { id, name = '', status } = await receivingCampaign(context, Number(params?.id));
    const state = typeof status === 'string' ? inline(status) : 'its status is not known';
    return writesAtOnce(status) ? [`Campaign: ${id} "${inline(name)}", ${state}`] : undefined;
  }
  const running: string[] = [];
  for await (const { items } of context.api.pages(campaigns.list, {}))
    for (const { id, name, status } of items)
      if (writesAtOnce(status) && status !== 'completed') running.push(`${id} "${inline(name)}"`);
  return running.length === 0 ? undefined : [`Campaigns that send now: ${firstOf(running, mostNamed)}`];
}

const mostNamed = 5;

/** What it sets, as a person reads it. */
const valuesIn = ({ params, body }: AnyInput): string[] =>
  [...Object.entries(params ?? {}), ...Object.entries(body ?? {})].map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? inline(value) : JSON.stringify(value)}`,
  );
