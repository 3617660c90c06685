import type { areas } from '../../../../src/contract/index.ts';
import { sandboxTrialKey } from '../../../../src/contract/keys.ts';
import type { House } from '../house.ts';
import { body, nothing, ofId, type RecipesOf } from '../recipe.ts';

export const copilot: RecipesOf<typeof areas.copilot> = {
  plan: {
    good: body({ website: 'acme.com' }),
    bad: {
      '400 the website': body({ website: 'not a website' }),
      '422': body({ website: 'parked.acme.com' }),
      '429': async (house) => {
        for (let count = 0; count < 5; count++)
          await house.must('POST', '/copilot/plan', { website: 'acme.com' });
        return { body: { website: 'acme.com' } };
      },
      '502': body({ website: 'acme.invalid' }),
    },
  },
  launch: {
    good: body({ name: 'Autumn', sequence: [{ subject: 'Hello', body: 'Hi', followUpAfter: 0 }] }),
    bad: { '400 a session without a search': body({ name: 'Autumn', salesNavData: 'e30=' }) },
  },
};

const started = async (house: House): Promise<number> =>
  (await house.must('POST', '/autopilot/runs', { website: 'acme.com' })).run.id;

export const autopilot: RecipesOf<typeof areas.autopilot> = {
  plan: { good: body({ budgetUsd: 500, maxMailboxes: 4 }), bad: { '400 no budget': body({ budgetUsd: 0 }) } },
  runs: {
    good: async (house) => {
      await house.runAtGate();
      return {};
    },
  },
  start: {
    good: body({ website: 'acme.com', budgetUsd: 500 }),
    bad: {
      '400 the reply mode': body({ website: 'acme.com', replyMode: 'always' }),
      '402 insufficient_credits': body({ website: 'acme.com', budgetUsd: 2000 }),
      '403': body({ website: 'acme.com' }, { key: sandboxTrialKey }),
      '429': async (house) => {
        await house.runAtGate();
        return { body: { website: 'acme.com' } };
      },
      '429 five today': async (house) => {
        for (let count = 0; count < 5; count++)
          await house.must('POST', `/autopilot/runs/${await started(house)}/kill`, {});
        return { body: { website: 'acme.com' } };
      },
    },
  },
  run: { good: ofId((house) => house.runAtGate()) },
  approve: {
    good: ofId((house) => house.runAtGate()),
    bad: { '409': ofId(started) },
  },
  kill: { good: ofId(started, { body: { reason: 'wrong month' } }) },
};

export const report: RecipesOf<typeof areas.report> = {
  outcomes: {
    good: () => ({ query: { since: '2026-03-01', until: '2026-03-31' } }),
    bad: { '400': () => ({ query: { since: 'yesterday' } }), '404': () => ({ query: { campaignId: 999 } }) },
  },
};

const purchase = { credits: 1000 };
const ending = (outcome: string) => (house: House) => {
  house.run('UPDATE workspace SET purchase_outcome = ?', outcome);
  return { body: purchase };
};

export const credits: RecipesOf<typeof areas.credits> = {
  balance: { good: nothing },
  transactions: { good: nothing },
  purchase: {
    good: body(purchase),
    bad: {
      '400 invalid_request': body({ credits: 999 }),
      '402 billing_required': body(purchase, { key: sandboxTrialKey }),
      '402 payment_failed': ending('payment_failed'),
      '409 credits_free': (house) => {
        house.run('UPDATE workspace SET credits_free = 1');
        return { body: purchase };
      },
      '500 purchase_incomplete': ending('purchase_incomplete'),
      '500 purchase_unconfirmed': ending('purchase_unconfirmed'),
      '503 temporarily_unavailable': ending('temporarily_unavailable'),
    },
  },
};
