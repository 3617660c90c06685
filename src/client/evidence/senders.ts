import { senders } from '../../contract/areas/senders.ts';
import type { AnyInput } from '../../contract/operation.ts';
import { pagedItem } from './appeared.ts';
import { isGiven } from './compare.ts';
import {
  bodyOf,
  type Evidence,
  type Finding,
  type Item,
  isOfAnother,
  itemOf,
  nothing,
  type Probe,
  readIfPossible,
  taken,
} from './evidence.ts';

type Before = 'absent' | 'disconnected' | 'connected';

/**
 * A mailbox shows in the list under its address. One that was connected before shows nothing: whether its password was
 * taken is shown by no call.
 */
export const connect: Evidence = {
  whenNothing: 'ask',
  snapshot: async (looking): Promise<Before> => standingOf(await mailbox(looking)),
  async look(looking, snapshot): Promise<Finding> {
    const item = await mailbox(looking);
    if (item === undefined || snapshot === 'connected') return nothing;
    if (standingOf(item) === 'disconnected')
      return snapshot === 'absent' ? { kind: 'several', matches: [item] } : nothing;
    const isAlike = ({ body }: AnyInput) =>
      addressOf(itemOf(body).email) === addressOf(bodyOf(looking).email);
    if (await isOfAnother(looking, snapshot, isAlike)) return taken;
    const detail = await readIfPossible(looking, senders.get, { params: { id: item.id as number } });
    return { kind: 'done', answer: { message: null, senderEmail: detail ?? item } };
  },
  async candidates(looking) {
    const item = await mailbox(looking);
    return item === undefined ? [] : [item];
  },
};

const standingOf = (item: Item | undefined): Before => {
  if (item === undefined) return 'absent';
  return isGiven(item.isConnected) && item.isConnected !== true ? 'disconnected' : 'connected';
};

const mailbox = async (looking: Probe): Promise<Item | undefined> => {
  const wanted = addressOf(bodyOf(looking).email);
  return pagedItem(senders.list, looking, ({ address }) => addressOf(address) === wanted);
};

const addressOf = (text: unknown): string => String(text).trim().toLowerCase();
