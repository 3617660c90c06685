import type { Sandbox } from './state.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits that follow from the seed and the words. */
export function randomToken(sandbox: Sandbox, length: number, ...words: (string | number)[]): string {
  let token = '';
  for (let at = 0; at < length; at++)
    token += letters[Math.floor(sandbox.chance(...words, at) * letters.length)];
  return token;
}
