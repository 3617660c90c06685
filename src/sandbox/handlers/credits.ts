import { credits } from '../../contract/areas/credits.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { pageOf } from '../core/paging.ts';
import { withTimes } from '../core/times.ts';
import { prices, purchasePrice } from '../world/account/prices.ts';
import { addCredits, availableOf, balanceOf, entryTable } from '../world/account/wallet.ts';
import { type Workspace, workspaceOf } from '../world/account/workspaces.ts';

export const section = sectionOf(credits, {
  balance: ({ workspaceId }, sandbox) => {
    const balance = balanceOf(sandbox, workspaceId);
    const available = availableOf(sandbox, workspaceId);
    return { balance, available, held: balance - available, usdPerCredit: prices.usdPerCredit };
  },

  transactions: ({ query, workspaceId }, sandbox) => {
    const { rows, total } = entryTable.page(sandbox, pageOf(query, 50), 't.workspace_id = ?', workspaceId);
    return { transactions: rows.map(({ workspaceId, ...row }) => withTimes(row)), total };
  },

  purchase: ({ body, workspaceId }, sandbox) => {
    const workspace = workspaceOf(sandbox, workspaceId);
    refusePurchase(workspace);
    const amountUsd = purchasePrice(body.credits);
    sandbox.effect({ usd: amountUsd });
    if (workspace.purchaseOutcome === 'purchase_incomplete')
      throw failed(
        500,
        'purchase_incomplete',
        'The card was charged but the credits could not be added',
        true,
      );
    addCredits(sandbox, workspaceId, body.credits, 'top_up');
    if (workspace.purchaseOutcome === 'purchase_unconfirmed')
      throw failed(500, 'purchase_unconfirmed', 'The outcome of the purchase is not known', true);
    return { creditsPurchased: body.credits, amountUsd, newBalance: balanceOf(sandbox, workspaceId) };
  },
});

/** Everything that stops a purchase before the card is charged. */
function refusePurchase({ creditsFree, hasSubscription, hasCard, purchaseOutcome }: Workspace): void {
  if (creditsFree)
    throw failed(409, 'credits_free', 'Credits are free at the moment: there is nothing to buy');
  if (!hasSubscription) throw failed(402, 'billing_required', 'The workspace has no active subscription');
  if (!hasCard) throw failed(402, 'billing_required', 'The workspace has no saved default card');
  if (purchaseOutcome === 'payment_failed')
    throw failed(402, 'payment_failed', 'The card was refused; no money moved');
  if (purchaseOutcome === 'temporarily_unavailable')
    throw failed(503, 'temporarily_unavailable', 'Purchases are not available now; nothing was charged');
}

const failed = (status: number, code: string, message: string, kept = false) =>
  new Refusal(status, message, { code }, kept);
