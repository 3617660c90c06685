import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';

type Health = Pick<Output<typeof campaigns.health>, 'accounts' | 'heldBackCount'>;

/** How many mailboxes are held back: counted where only the list came. */
export const heldBackIn = (health: Health | undefined): number =>
  health?.heldBackCount ?? health?.accounts.filter(({ heldBack }) => heldBack).length ?? 0;
