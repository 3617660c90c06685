import { counted } from '../../../base/counted.ts';
import type { dfy } from '../../../contract/areas/dfy.ts';
import { limits } from '../../../contract/limits.ts';
import { type HandlersOf, Refusal } from '../../core/handler.ts';
import { invalidField } from '../../core/request.ts';
import { workspaceOf } from '../../world/account/workspaces.ts';
import { fateOf } from '../../world/dfy/declared-names.ts';
import { candidates, checkName, domainKey } from '../../world/dfy/domains.ts';
import { orderView } from '../../world/dfy/order-views.ts';
import { losesAnswer, orderWithKey, placeOrder } from '../../world/dfy/orders.ts';

export const handlers: HandlersOf<
  typeof dfy,
  'checkDomain' | 'checkDomains' | 'searchDomains' | 'createOrder'
> = {
  checkDomain: ({ query }, sandbox) => {
    const checked = checkName(sandbox, query.domain ?? '');
    if (checked.unconfirmed) throw registrarDown();
    return { ...checked };
  },

  checkDomains: ({ body }, sandbox) => {
    const names = [...new Set(body.domains.map(domainKey))];
    const domains = names.map((name) => ({ ...checkName(sandbox, name) }));
    // The call fails only where nothing could be checked (spec, Done-for-you).
    if (domains.every(({ unconfirmed }) => unconfirmed)) throw registrarDown();
    return { domains };
  },

  searchDomains: ({ query, workspaceId }, sandbox) => {
    const limit = query.limit ?? 50;
    const words = query.query ?? workspaceOf(sandbox, workspaceId).name;
    if (fateOf(`${domainKey(words)}.com`) === 'unconfirmed') throw registrarDown();
    const names = candidates(words);
    const free: { domain: string; tld: string; price: number }[] = [];
    for (const name of names) {
      const { available, domain, tld, price } = checkName(sandbox, name);
      if (available) free.push({ domain, tld, price });
    }
    return { domains: free.slice(0, limit), totalAvailable: free.length, totalChecked: names.length };
  },

  createOrder: ({ body, headers, workspaceId }, sandbox) => {
    const idempotencyKey = headers['idempotency-key'] || undefined;
    const most = limits.idempotencyKeyLength;
    if (idempotencyKey !== undefined && idempotencyKey.length > most)
      throw invalidField(
        'Idempotency-Key',
        idempotencyKey,
        `must have at most ${counted(most, 'character')}`,
      );
    const placed =
      idempotencyKey === undefined ? undefined : orderWithKey(sandbox, workspaceId, idempotencyKey);
    if (placed !== undefined) {
      sandbox.unaffected();
      return { order: orderView(sandbox, workspaceId, placed) };
    }
    const id = placeOrder(sandbox, { workspaceId, input: body, idempotencyKey, ledgerId: sandbox.effect() });
    if (losesAnswer(body)) throw new Refusal(502, 'The order service did not answer in time', {}, true);
    return { order: orderView(sandbox, workspaceId, id) };
  },
};

const registrarDown = () => new Refusal(502, 'The registrar did not answer: nothing could be checked');
