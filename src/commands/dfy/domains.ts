import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { allOf, recordOf } from '../../cli/declare/answer.ts';
import { command, type Group } from '../../cli/declare/command.ts';
import { Listing } from '../../cli/declare/listing.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { type Cell, type Column, priceCell } from '../../cli/declare/view.ts';
import { refuseLaterPage } from '../../cli/find/list.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import type { Output } from '../../contract/operation.ts';
import { knownPrice } from '../../contract/prices.ts';
import * as s from '../../contract/schema/schema.ts';

type Checked = Output<typeof dfy.checkDomain>;

const columns = (canBeBought: Column<Checked>[1], priceOf: (price: unknown) => Cell): Column<Checked>[] => [
  ['Domain', 'domain', 'id'],
  ['Can be bought', canBeBought, 'state'],
  ['Price', ({ available, price }) => (available ? priceOf(price) : undefined), 'money'],
  ['Reason', (result) => result.reason || undefined, 'prose'],
];

/** As it came: a script sees that it is no price. */
const said = (price: unknown): Cell => (typeof price === 'number' ? price : text(price));

const check = command({
  name: 'check',
  summary: 'Check whether domains can be bought, and their prices',
  about:
    'Give up to 100 full domain names; only .com and .org can be bought. Unconfirmed means that the check got no response; check that name again.',
  uses: [dfy.checkDomain, dfy.checkDomains],
  tool: 'read',
  answer: s.array(recordOf(dfy.checkDomain)),
  args: { names: arg.many('domain names, such as acme-mail.com', { hint: 'domain' }) },
  examples: [
    'outreach dfy domains check acme-mail.com',
    'outreach dfy domains check get-acme.com get-acme.org --json',
  ],
  async run({ service }, { names }) {
    const [domain = '', ...others] = names;
    if (others.length === 0) return [await service.api(dfy.checkDomain, { query: { domain } })];
    return (await service.api(dfy.checkDomains, { body: { domains: names } })).domains;
  },
  next: (checked) => {
    const free = checked.filter(({ available }) => available === true).map(({ domain }) => domain);
    return free.length === 0 ? [] : [advise('dfy orders create', { domain: free.slice(0, 5).join(',') })];
  },
  table: [...columns('available', said), ['Unconfirmed', 'unconfirmed']],
  atTerminal: columns(({ unconfirmed, available }) => (unconfirmed ? 'unconfirmed' : available), priceCell),
});

const longest = 100;

const suggestionFields = s.object({ domain: s.string() });

const search = command({
  name: 'search',
  about:
    'The service does not document the parameters of this request. We guess that the words go in the parameter "query"; use --param for others.',
  uses: [dfy.searchDomains],
  tool: 'read',
  answer: allOf(suggestionFields, recordOf(dfy.searchDomains)),
  args: {
    words: arg.optionalText('words for the names, such as your company'),
    param: opt.each('another query parameter', { hint: 'name=value' }),
  },
  examples: ['outreach dfy domains search acme', 'outreach dfy domains search "acme corp" --limit 10 --json'],
  run({ service, screen }, { words, param = [] }) {
    refuseLaterPage(dfy.searchDomains, screen.globals.page);
    const limit = screen.globals.all ? longest : Math.min(screen.globals.limit ?? 50, longest);
    const asked = words && withoutAccents(words);
    if (asked !== words) screen.note(`Looking for "${asked}": domain names have plain letters.`);
    const query = { ...Object.fromEntries(param.map(pair)), ...omitUndefined({ query: asked }), limit };
    async function* pages() {
      const found = await service.api(dfy.searchDomains, { query });
      const { totalAvailable: free, totalChecked: all } = found;
      if (typeof free === 'number' && typeof all === 'number')
        screen.note(`${grouped(free)} of ${grouped(all)} names checked can be bought.`);
      const items = found.domains.map(suggestion);
      yield { items, total: null, page: 1, limit, hasMore: (free ?? 0) > items.length };
    }
    return new Listing(pages());
  },
  columns: [
    ['Domain', ({ domain, domainName, name }) => text(domain ?? domainName ?? name), 'id'],
    ['Price', ({ price }) => knownPrice(price), 'money'],
  ],
  empty: 'No free domains with these words. Try others.',
});

/** A suggestion may be a name alone: the spec does not say. */
const suggestion = (item: unknown): Readonly<Record<string, unknown>> =>
  typeof item === 'object' && item !== null ? { ...item } : { domain: item };

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const spelled: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  ł: 'l',
  œ: 'oe',
};

/** As a domain name writes it: `müller` is `mueller`, `café` is `cafe`. */
const withoutAccents = (words: string): string =>
  words
    .normalize('NFC')
    .replaceAll(/[äöüßæøåłœ]/giu, (letter) => spelled[letter.toLowerCase()] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '');

function pair(param: string): [string, string] {
  const at = param.indexOf('=');
  if (at > 0) return [param.slice(0, at), param.slice(at + 1)];
  throw new Failure('bad_parameter', `--param '${param}' is not a parameter`, {
    hint: 'Write --param <name>=<value>.',
  });
}

export const domains: Group = {
  name: 'domains',
  summary: 'Check and suggest domain names',
  commands: [check, search],
};
