import { parseUrl } from '../../base/parse-url.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { appeared } from './appeared.ts';
import { all, type Fit, isGiven, same } from './compare.ts';
import { bodyOf, type Evidence, itemOf } from './evidence.ts';

/** A webhook shows in the list of all webhooks (spec, Webhooks: check the list before retrying a failed create). */
export const create: Evidence = appeared({
  list: webhooks.list,
  items: 'webhooks',
  made: ({ webhook }) => itemOf(webhook).id,
  matches: (webhook, looking) => {
    const { url, type, name } = bodyOf(looking);
    return all(
      same(addressOf(webhook.url), addressOf(url)),
      same(webhook.type, type),
      fitsName(webhook.name, name),
    );
  },
  answer: (webhook) => ({ message: null, webhook }),
});

/** The service may give a name where none was given; so may another user. */
const fitsName = (found: unknown, wanted: unknown): Fit =>
  isGiven(wanted) ? same(found, wanted) : !isGiven(found) || 'perhaps';

/** Capitals of the host and the slash behind it mean nothing. */
const addressOf = (url: unknown): string => {
  const text = String(url ?? '').trim();
  return parseUrl(text)?.href ?? text;
};
