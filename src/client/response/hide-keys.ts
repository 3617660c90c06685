import { hideSecrets } from '../../base/text/hide-secrets.ts';
import { redactKeys, rememberKey } from '../../contract/keys.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { WireAnswer } from '../../contract/wire.ts';

/**
 * An answer without the keys that the service repeats. A key that is in use here, and any part of it, is never a part of
 * what was asked for; another one may be, where an operation gives one and in what people have stored.
 */
export function hideKeys(answer: WireAnswer, operation: AnyOperation, key: string | undefined): WireAnswer {
  rememberKey(key);
  const isPlain = answer.status < 300 && (operation.kind === 'read' || operation.givesKey !== undefined);
  const hide = (text: string): string => {
    const own = key === undefined ? text : text.replaceAll(key, redactKeys(key));
    return hideSecrets(isPlain ? own : redactKeys(own));
  };
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]);
  return { ...answer, headers: Object.fromEntries(headers), body: hide(answer.body) };
}
