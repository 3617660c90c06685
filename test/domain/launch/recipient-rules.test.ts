import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckedLead, createFaultTally } from '../../../src/domain/launch/lead-faults.ts';
import {
  leadSeverity,
  type RecipientFacts,
  recipientProblems,
  recipientRules,
  recipientSettings,
} from '../../../src/domain/launch/recipient-rules.ts';

const facts: RecipientFacts = {
  ownDomains: new Set(['northwind.example']),
  isBlocked: (address) => address.endsWith('@blocked.example'),
  answered: ({ id }) => (id === 1 ? 'said-no' : id === 2 ? 'replied-before' : undefined),
};

async function faultsOf(lead: Partial<CheckedLead>, more: RecipientFacts = facts): Promise<string[]> {
  const rules = await recipientRules(more);
  return [...rules({ email: 'ana@lumen.example', ...lead })].map(({ rule }) => rule);
}

async function problemsOf(leads: readonly CheckedLead[], settings = {}) {
  const rules = await recipientRules(facts);
  const tally = createFaultTally();
  for (const lead of leads) tally.add(lead, rules(lead));
  return recipientProblems(tally.counts(), settings);
}

describe('the rules about recipients', () => {
  it.each<[string, Partial<CheckedLead>, string[]]>([
    ['a person at a company', {}, []],
    ['a name that contains a role', { email: 'salesman.info@lumen.example' }, []],
    ['an address without an @', { email: 'info.lumen.example' }, ['malformed-address']],
    ['an address with a space', { email: 'ana maria@lumen.example' }, ['malformed-address']],
    ['no address', { email: '' }, ['malformed-address']],
    ['letters of another script', { email: 'žana@lumen.example' }, []],
    ['a role', { email: 'Info@lumen.example' }, ['role-address']],
    ['a role with a tag', { email: 'sales+berlin@lumen.example' }, ['role-address']],
    ['a person with a tag', { email: 'ana+info@lumen.example' }, []],
    ['a role in German', { email: 'kontakt@lumen.example' }, ['role-address']],
    ['a disposable domain', { email: 'ana@mailinator.com' }, ['disposable-address']],
    ['a domain below one', { email: 'ana@team.MAILINATOR.com' }, ['disposable-address']],
    ['a domain that ends like one', { email: 'ana@lumen-mailinator.com' }, []],
    ['a misspelt domain, which is disposable as well', { email: 'ana@gmial.com' }, ['typo-domain']],
    ['a personal provider', { email: 'ana@Gmail.com' }, ['personal-mailbox']],
    ['a mailbox of our own', { email: 'ana@northwind.example' }, ['own-domain']],
    ['a domain below our own', { email: 'ana@mail.northwind.example' }, []],
    ['a bounce', { tag: 'bounced' }, ['bounced-before']],
    ['a delivery that may still come', { tag: 'delivery_incomplete' }, []],
    ['an absence', { tag: 'out_of_office' }, []],
    ['a no', { tag: 'not_interested' }, ['said-no']],
    ['a yes', { tag: 'interested' }, ['replied-before']],
    ['a meeting', { tag: 'meeting_booked' }, ['replied-before']],
    ['a no in the replies', { id: 1 }, ['said-no']],
    ['a no in the replies and a yes in the category', { id: 1, tag: 'interested' }, ['said-no']],
    ['a reply', { id: 2 }, ['replied-before']],
    [
      'several at once',
      { email: 'info@mailinator.com', tag: 'bounced' },
      ['role-address', 'disposable-address', 'bounced-before'],
    ],
    [
      'a blocked lead, whatever else it shows',
      { email: 'info@blocked.example', tag: 'bounced' },
      ['blocklisted'],
    ],
  ])('see %s', async (_, lead, expected) => {
    expect(await faultsOf(lead)).toEqual(expected);
  });

  it('take personal mailboxes where the campaign does', async () => {
    expect(await faultsOf({ email: 'ana@gmail.com' }, { personalAllowed: true })).toEqual([]);
  });

  it('ask for nothing more about a blocked lead, and for everything about another', async () => {
    const tags = () => [{ rule: 'merge-tag-empty' as const, detail: 'company' }];
    const rules = await recipientRules(facts, tags);
    expect([...rules({ email: 'ana@blocked.example' })]).toEqual([{ rule: 'blocklisted' }]);
    expect([...rules({ email: 'ana@lumen.example' })]).toEqual(tags());
  });

  it('never change with case, nor with what other leads are like', async () => {
    const rules = await recipientRules(facts);
    const name = fc.constantFrom('ana', 'info', 'no-reply', 'sales+x', 'a b', '');
    const domain = fc.constantFrom(
      'gmial.com',
      'mailinator.com',
      'blocked.example',
      'gmail.con',
      'lumen.example',
      'x',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, domain)), (pairs) => {
        for (const [local, host] of pairs) {
          const email = `${local}@${host}`;
          const given = [...rules({ email })];
          if (host !== 'blocked.example') expect([...rules({ email: email.toUpperCase() })]).toEqual(given);
          expect(given.length).toBeLessThan(4);
        }
      }),
    );
  });
});

describe('problems of recipients', () => {
  it('count leads, name the first ten, and come in the order of the rules', async () => {
    const leads = Array.from({ length: 12 }, (_, n) => ({ email: `info@lumen${n}.example` }));
    const problems = await problemsOf([...leads, { email: 'sales@x.example' }, { email: 'nope' }]);
    expect(problems).toEqual([
      {
        rule: 'malformed-address',
        severity: 'block',
        count: 1,
        message: '1 row has no usable email address: the address has no @',
        examples: ['nope'],
      },
      {
        rule: 'role-address',
        severity: 'warn',
        count: 13,
        message: '13 leads have the address of a role: info@ (12), sales@ (1)',
        examples: leads.slice(0, 10).map(({ email }) => email),
      },
    ]);
  });

  it.each([
    [{}, { 'bounced-before': 'block', 'said-no': 'block', 'replied-before': 'warn' }],
    [{ ignoreBounced: true }, { 'bounced-before': 'warn', 'said-no': 'block', 'replied-before': 'warn' }],
    [{ ignoreResponded: true }, { 'bounced-before': 'block', 'said-no': 'warn', 'replied-before': 'warn' }],
  ])('block or warn by the settings %j', async (settings, expected) => {
    const leads = ['bounced', 'not_interested', 'interested'].map((tag) => ({
      email: 'a@lumen.example',
      tag,
    }));
    const problems = await problemsOf(leads, settings);
    expect(Object.fromEntries(problems.map(({ rule, severity }) => [rule, severity]))).toEqual(expected);
  });

  it.each([
    ['a setting that is off', false, 'block'],
    ['a setting that is null', null, 'block'],
    ['a setting that is not known', undefined, 'block'],
    ['a setting that is on', true, 'warn'],
  ])('block unless the service leaves such leads out, by %s', (_, is, severity) => {
    const bounced = recipientSettings({ isEnabledIgnoreHardBouncedLeads: is });
    const responded = recipientSettings({ isEnabledIgnoreLeadsWhoAlreadyResponded: is });
    expect([leadSeverity('bounced-before', bounced), leadSeverity('said-no', responded)]).toEqual([
      severity,
      severity,
    ]);
    expect([leadSeverity('said-no', bounced), leadSeverity('bounced-before', responded)]).toEqual([
      'block',
      'block',
    ]);
  });
});
