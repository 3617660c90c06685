import { digest } from '../../base/digest.ts';
import { sandboxKey } from '../../contract/keys.ts';
import { inProcessAccounts } from '../../local/profile.ts';
import type { Settings } from '../declare/settings.ts';

/** Of the key that everybody knows: what makes digests takes longer to load than a look at the sandbox. */
const builtIn = '3a7a1a85aec6b350b7423a22addffd0360fa2061';

/** Whose money it is. A key opens one workspace; what it is made of is kept as a digest only. */
export function accountOf({
  baseUrl,
  key,
  inProcess,
}: Pick<Settings, 'baseUrl' | 'inProcess' | 'key'>): string {
  if (typeof key !== 'string') return key.account;
  if (inProcess && key === sandboxKey) return `${inProcessAccounts}${builtIn}`;
  return `${inProcess ? inProcessAccounts : ''}${digest(new URL(baseUrl).origin, key)}`;
}
