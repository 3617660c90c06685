/** Puts a mark in the place of whatever looks like a secret: keys, webhook secrets, bearer tokens. */
export function redact(text: string): string {
  return text
    .replaceAll(/run_([A-Za-z0-9]{8})_[A-Za-z0-9]+/g, 'run_$1_[hidden]')
    .replaceAll(/whsec_[^\s"']+/g, 'whsec_[hidden]')
    .replaceAll(/\b(bearer)\s+[^\s"',]+/gi, '$1 [hidden]');
}
