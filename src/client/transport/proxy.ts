import type { Base } from '../../base/base-url.ts';
import { Failure } from '../../base/errors.ts';
import { parseUrl } from '../../base/parse-url.ts';
import { staysHere } from '../../contract/checks/loopback-url.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProxySettings {
  readonly uri: string;
  /** Hosts that are reached directly, as the variable says it. */
  readonly noProxy: string;
}

/** Lower case wins, and an empty variable means none. Loopback never goes through one: plain http is allowed there. */
export function proxyFor(base: Base, env: Environment): ProxySettings | undefined {
  if (staysHere(new URL(base.origin).hostname)) return undefined;
  const name = ['https_proxy', 'HTTPS_PROXY'].find((candidate) => env[candidate] !== undefined);
  const value = name === undefined ? '' : (env[name] ?? '').trim();
  if (name === undefined || value === '') return undefined;
  const uri = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!parseUrl(uri) || !/^(https?|socks5?):\/\//i.test(uri))
    throw new Failure('bad_proxy', `${name} is not the address of a proxy`, {
      hint: 'It looks like http://proxy.example.com:3128',
    });
  return { uri, noProxy: env.no_proxy ?? env.NO_PROXY ?? '' };
}
