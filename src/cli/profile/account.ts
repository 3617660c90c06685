import { digest } from '../../base/digest.ts';
import { inProcessAccounts } from '../../local/profile.ts';
import type { Settings } from '../declare/settings.ts';

/** Whose money it is. A key opens one workspace; what it is made of is kept as a digest only. */
export const accountOf = ({
  baseUrl,
  key,
  inProcess,
}: Pick<Settings, 'baseUrl' | 'inProcess' | 'key'>): string =>
  typeof key === 'string'
    ? `${inProcess ? inProcessAccounts : ''}${digest(new URL(baseUrl).origin, key)}`
    : key.account;
