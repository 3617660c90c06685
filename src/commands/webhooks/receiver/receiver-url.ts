import { isLoopback } from '../../../base/base-url.ts';
import { Failure } from '../../../base/errors.ts';
import { parseUrl } from '../../../base/parse-url.ts';

/** Ways to write an address of this machine that are no URL yet: `3000`, `3000/hooks`, `localhost:3000/hooks`. */
const port = /^\d{1,5}(?=\/|$)/;
const local = /^(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i;

/**
 * The address of a program that receives deliveries: https anywhere, http on this machine alone. Throws `usage` with
 * the option's name for everything else.
 */
export function receiverUrl(text: string, option: string): URL {
  const whole = port.test(text) ? `http://127.0.0.1:${text}` : local.test(text) ? `http://${text}` : text;
  // The parser drops line breaks and outer blanks, and what is shown should be what is called.
  const url = /\s|\p{Cc}/u.test(whole) ? undefined : parseUrl(whole);
  if (url === undefined) throw refused(option, text, 'is not an address');
  if (url.username !== '' || url.password !== '')
    throw refused(option, `${url.protocol}//…@${url.host}`, 'must not contain a user name or password');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused(option, text, 'must begin with https:// or lead to this machine');
  if (url.protocol === 'http:' && !isLoopback(url))
    throw refused(option, text, 'must begin with https://: http is only for this machine');
  if (url.port === '0') throw refused(option, text, 'has an invalid port');
  return url;
}

const refused = (option: string, shown: string, reason: string): Failure =>
  new Failure('bad_receiver_url', `${option} ${shown.slice(0, 200)} ${reason}`, {
    hint: 'For example http://127.0.0.1:3000/hooks, in short 3000/hooks, or https://hooks.acme.com/in',
  });
