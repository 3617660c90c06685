import { Failure } from '../../base/errors.ts';
import type { dfy } from '../../contract/areas/dfy.ts';
import type { Input } from '../../contract/operation.ts';

type Body = Input<typeof dfy.createOrder>['body'];
interface Given {
  readonly domain: readonly string[] | undefined;
  readonly mailbox: readonly string[] | undefined;
  readonly forwardTo: string | undefined;
}

/** What is ordered, each domain once. Throws `usage` for what is no mailbox, and where nothing was named. */
export function orderInput({ domain = [], mailbox = [], forwardTo }: Given): Body {
  const names = [...new Set(domain.map((name) => name.trim().toLowerCase()))].filter((name) => name !== '');
  if (names.length === 0 && mailbox.length === 0)
    throw new Failure('nothing_given', 'nothing to order was given', {
      hint: 'Name a domain, for example --domain acme-mail.com; outreach dfy domains search finds free ones.',
    });
  const mailboxes = mailbox.map(mailboxOf);
  return {
    domains: names.map((domainName) => ({ domainName })),
    ...(forwardTo === undefined ? {} : { forwardingDomain: forwardTo }),
    ...(mailboxes.length === 0 ? {} : { mailboxes }),
  };
}

/** `anna@acme-mail.com:Anna:Berg`, and the address of a picture behind it. */
export function mailboxOf(text: string): NonNullable<Body['mailboxes']>[number] {
  const [address = '', firstName = '', lastName = '', ...picture] = text
    .split(':')
    .map((part) => part.trim());
  const problem = missing(address, firstName, lastName);
  if (problem !== undefined)
    throw new Failure('bad_mailbox', `--mailbox ${text}: ${problem}`, {
      hint: 'Write address, first and last name: --mailbox anna@acme-mail.com:Anna:Berg',
    });
  const at = address.lastIndexOf('@');
  return {
    domainName: address.slice(at + 1).toLowerCase(),
    firstName,
    lastName,
    username: address.slice(0, at),
    ...(picture.length === 0 ? {} : { profilePicture: picture.join(':') }),
  };
}

function missing(address: string, firstName: string, lastName: string): string | undefined {
  if (!address.includes('@')) return 'the address has no @';
  if (firstName === '') return 'the first name is missing';
  return lastName === '' ? 'the last name is missing' : undefined;
}
