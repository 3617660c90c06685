import { parseBaseUrl } from '../../base/base-url.ts';
import { Failure } from '../../base/errors.ts';
import { isSandboxKey, keyProblem } from '../../contract/keys.ts';

/** Refuses a key, where there is one, that is malformed or must not go where it would go, before a byte is sent; never repeats any of it. */
export function checkKey(settings: {
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly target: 'live' | 'sandbox';
}): void {
  const { baseUrl, key, target } = settings;
  if (key === undefined) return;
  const problem = keyProblem(key);
  if (problem !== undefined) throw new Failure('malformed_key', `The key is malformed: ${problem}`);
  const abroad = isSandboxKey(key) && !parseBaseUrl(baseUrl).loopback;
  if (abroad || isSandboxKey(key) !== (target === 'sandbox'))
    throw new Failure(
      'wrong_key_for_target',
      isSandboxKey(key)
        ? 'A sandbox key must not leave this machine; nothing was sent'
        : 'A live key must not go to the sandbox; nothing was sent',
      { kind: 'unauthenticated' },
    );
}
