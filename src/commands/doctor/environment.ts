import type { Files } from '../../cli/declare/command.ts';
import { type Check, passed, warned } from './check.ts';

/** The program, and the variables that change how it reaches the network. */
export const environment = ({ world: { env, version } }: Pick<Files, 'world'>): Check[] => [
  passed('outreach', version),
  proxy(env),
  certificates(env),
];

const proxyNames = ['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'];

/** Without the user name and password that a proxy's address may carry. */
function proxy(env: Files['world']['env']): Check {
  const found = proxyNames.flatMap((name) => (env[name] ? [`${name}=${withoutUser(env[name])}`] : []));
  return passed('proxy', found.length > 0 ? found.join(' ') : 'none set');
}

const withoutUser = (address: string): string =>
  address.replace(/\/\/.*@/s, '//…@').replace(/^[^/]*@/s, '…@');

function certificates(env: Files['world']['env']): Check {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return {
      check: 'certificates',
      state: 'failed',
      detail: 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off: live calls are refused',
      hint: 'Unset it; to trust your own certificate authority, set NODE_EXTRA_CA_CERTS.',
    };
  if (env.NODE_EXTRA_CA_CERTS)
    return warned('certificates', `checked, also against NODE_EXTRA_CA_CERTS (slows the start on Node 20)`);
  return passed('certificates', 'checked');
}
