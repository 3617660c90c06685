import { redactKeys } from './keys.ts';

/** Ends before a backslash: in JSON it belongs to what follows. */
const webhookSecrets = /whsec_[^\s"'\\]+/g;

/** What may be kept of a call or an answer, as JSON: without keys and webhook secrets. */
export const keepable = (json: string): string =>
  redactKeys(json).replaceAll(webhookSecrets, 'whsec_[hidden]');

/** Puts a mark in the place of whatever looks like a secret: keys, webhook secrets, bearer tokens. */
export function redact(text: string): string {
  return text
    .replaceAll(/run_([A-Za-z0-9]{8})_[A-Za-z0-9]+/g, 'run_$1_[hidden]')
    .replaceAll(webhookSecrets, 'whsec_[hidden]')
    .replaceAll(/\b(bearer)\s+[^\s"',]+/gi, '$1 [hidden]');
}
