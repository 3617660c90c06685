import type { Settings } from '../../cli/declare/settings.ts';
import type { World } from '../../cli/declare/world.ts';
import type { Api } from '../../client/api/api.ts';
import { credits } from '../../contract/areas/credits.ts';
import { balanceIn } from '../../contract/credit-fields.ts';
import type { Attention } from '../../domain/attention/attention.ts';
import type { CampaignRow } from '../../domain/attention/campaign-row.ts';

/** One account, and the machine that looks at it. */
export interface AccountParts {
  readonly api: Api;
  readonly settings: Settings;
  readonly world: World;
  /** One line each, for what this machine cannot store. */
  warn(line: string): void;
}

export interface AccountOptions {
  /** By the clock of the target, where its answers do not say what time it is there. */
  readonly now: number;
  /** A balance below this needs a person; undefined where the profile sets no bar. */
  readonly lowCredits?: number | undefined;
}

/** What `status` shows of an account. */
export interface AccountStatus {
  readonly credits: number | null;
  /** The worst first. */
  readonly attention: readonly Attention[];
  /** Those that run first, then the newest. */
  readonly campaigns: readonly CampaignRow[];
  /** What could not be read, a sentence each: it is null above, or not looked at. */
  readonly notes: readonly string[];
}

/** At most ten calls, and three for each of the five newest campaigns that run. Throws where nothing can be read. */
export async function readAccount({ api }: AccountParts, _options: AccountOptions): Promise<AccountStatus> {
  const balance = await api(credits.balance);
  return { credits: balanceIn(balance) ?? null, attention: [], campaigns: [], notes: [] };
}
