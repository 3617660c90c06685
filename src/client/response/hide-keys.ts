import { hideSecrets } from '../../base/text/hide-secrets.ts';
import { redactKeys, rememberKey } from '../../contract/keys.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { WireAnswer } from '../../contract/wire.ts';

/** A key in use here is never part of what was asked for; another may be, where an operation gives one or people stored it. */
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
