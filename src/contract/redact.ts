import { hideSecrets } from '../base/text/hide-secrets.ts';
import { redactKeys } from './keys.ts';

/** Ends before a backslash: in JSON it belongs to what follows. */
const webhookSecrets = /whsec_[^\s"'\\]+/g;

/** What may be kept of a call or an answer, as JSON: without keys, parts of known ones, and webhook secrets. */
export const keepable = (json: string): string =>
  hideSecrets(redactKeys(json).replaceAll(webhookSecrets, 'whsec_[hidden]'));

/** Puts a mark in the place of whatever looks like a secret, and of parts of known keys. */
export function redact(text: string): string {
  return hideSecrets(
    text
      .replaceAll(/run_([A-Za-z0-9]{8})_[A-Za-z0-9]+/g, 'run_$1_[hidden]')
      .replaceAll(webhookSecrets, 'whsec_[hidden]')
      .replaceAll(/\b(bearer)\s+[^\s"',]+/gi, '$1 [hidden]'),
  );
}
