import { Failure } from '../contract/errors.ts';
import type { Base } from './base-url.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProxySettings {
  readonly uri: string;
  /** Hosts that are reached directly, as the variable says it. */
  readonly noProxy: string;
}

/** The proxy the environment names for this base; lower case wins, and an empty variable means none. */
export function proxyFor(base: Base, env: Environment): ProxySettings | undefined {
  const names = base.secure ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((candidate) => env[candidate] !== undefined);
  const value = name === undefined ? '' : (env[name] ?? '').trim();
  if (name === undefined || value === '') return undefined;
  const uri = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(uri) || !/^(https?|socks5?):\/\//i.test(uri))
    throw new Failure('usage', `${name} is not the address of a proxy`, {
      code: 'bad_proxy',
      hint: 'It looks like http://proxy.example.com:3128',
    });
  return { uri, noProxy: env.no_proxy ?? env.NO_PROXY ?? '' };
}
