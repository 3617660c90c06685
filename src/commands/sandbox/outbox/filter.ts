import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { openSandbox } from '../open-sandbox.ts';

interface Narrowed {
  readonly campaign: string | undefined;
  readonly to: string | undefined;
  readonly from: string | undefined;
  readonly missing: boolean;
  readonly answers: boolean;
}

/** The sandbox and what of its outbox is wanted; a campaign is found by id or exact name. */
export async function narrowedOutbox(context: Context, { campaign, ...rest }: Narrowed) {
  const { sandbox } = await openSandbox(context);
  const { state } = sandbox;
  if (campaign === undefined) return { state, filter: rest };
  const found = state.db
    .prepare('SELECT id FROM campaign WHERE id = ? OR name = ? ORDER BY id = ? DESC, id LIMIT 2')
    .all<{ id: number }>(idOf(campaign), campaign, idOf(campaign));
  const [first, second] = found;
  if (!first) throw new Failure('not_found', `there is no campaign '${campaign}' in the sandbox`);
  if (second && first.id !== idOf(campaign))
    throw new Failure('ambiguous', `several campaigns are called '${campaign}'`, {
      hint: `Give its id: ${first.id} or ${second.id}`,
    });
  return { state, filter: { ...rest, campaignId: first.id } };
}

const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);
