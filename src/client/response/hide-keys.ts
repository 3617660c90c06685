import { redactKeys } from '../../contract/keys.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { WireAnswer } from '../../contract/wire.ts';

/**
 * An answer without the keys that the service repeats. The key in use is never a part of what was asked for; another one
 * may be, where an operation gives one and in what people have stored.
 */
export function hideKeys(answer: WireAnswer, operation: AnyOperation, key: string | undefined): WireAnswer {
  const isPlain = answer.status < 300 && (operation.kind === 'read' || operation.givesKey !== undefined);
  const hide = (text: string): string => {
    const own = key === undefined ? text : text.replaceAll(key, redactKeys(key));
    return isPlain ? own : redactKeys(own);
  };
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]);
  return { ...answer, headers: Object.fromEntries(headers), body: hide(answer.body) };
}
