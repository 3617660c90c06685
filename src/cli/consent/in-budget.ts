import type { Budget, Draw } from '../../client/guard/budgets.ts';
import type { Journal } from '../../client/guard/journal.ts';
import { isGuarded, joiningOf } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';
import { budgetParts, isSigned, protectionOf } from '../profile/protection.ts';
import type { Priced } from '../spending/ceilings.ts';

interface Parts {
  readonly world: World;
  readonly command: string;
  readonly settings: Pick<Settings, 'baseUrl' | 'inProcess' | 'key'>;
}

export interface AskedCall {
  readonly operation: AnyOperation;
  readonly input: AnyInput;
}

interface Asked {
  readonly priced: Priced;
  readonly now: number;
  readonly allowed?: ((draw: Draw) => Promise<boolean>) | undefined;
}

interface InBudget {
  readonly covers: boolean;
  /** Why one that fits does not count, for the question. */
  readonly facts: readonly string[];
}

const no: InBudget = { covers: false, facts: [] };

/**
 * Whether a person has allowed this beforehand, and as much is left: then it is taken from that budget. Never in a session
 * that has read text of others, which may be what wants it, and never for what writes to people.
 */
export async function inBudget(
  { world, command, settings }: Parts,
  journal: Journal,
  calls: readonly AskedCall[],
  { priced, allowed, now }: Asked,
): Promise<InBudget> {
  const [call, ...others] = calls;
  if (!allowed || call === undefined || others.length > 0) return no;
  const draw = drawOf(call, priced);
  if (draw === undefined) return no;
  const protection = await protectionOf(world);
  const account = accountOf(settings);
  const { credits, usd, needsUsd } = draw;
  const fits = (budget: Budget): boolean => {
    const isOfThis = budget.account === account && budget.commands.includes(command);
    const isOpen = budget.revokedAt === null && now < budget.until;
    const paysDollars = budget.usd === null ? !needsUsd : usd !== undefined;
    return isOfThis && isOpen && paysDollars && isSigned(protection, budgetParts(budget), budget.signature);
  };
  const ids = (await journal.budgets.list()).filter(fits).map(({ id }) => id);
  if (ids.length > 0 && world.agent?.readOthers())
    return {
      covers: false,
      facts: [`The budget ${ids[0]} does not count: this session has read texts of others.`],
    };
  return { ...no, covers: ids.length > 0 && (await allowed({ budgets: ids, credits, usd: usd ?? 0 })) };
}

/**
 * Undefined where no budget covers it: it sends, or how many credits it spends is not known. The dollars for verifying the
 * people whom it adds need no amount of their own: the credits bound how many they are.
 */
function drawOf({ operation, input }: AskedCall, { price }: Priced) {
  const { billed = [], mails } = operation;
  if (!isGuarded(operation) || billed.length === 0 || mails === 'always') return undefined;
  if (joiningOf(operation, input) !== undefined && price.recipients !== 0) return undefined;
  const credits = billed.includes('credits') ? price.credits : 0;
  if (Number.isNaN(credits)) return undefined;
  const usd = Number.isNaN(price.charged) ? undefined : price.charged;
  return { credits, usd, needsUsd: usd !== 0 && !(operation.effect === 'spends' && credits > 0) };
}
