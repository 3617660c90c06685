import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../../src/client/guard/draft.ts';
import { campaigns } from '../../../src/contract/areas/campaigns.ts';
import { credits } from '../../../src/contract/areas/credits.ts';
import { dfy } from '../../../src/contract/areas/dfy.ts';
import { senders } from '../../../src/contract/areas/senders.ts';

describe('a call in a line', () => {
  it('says how much, and of what', () => {
    expect(summaryOf(credits.purchase, { body: { credits: 2000 } })).toMatch(/ \(credits 2000\)$/);
    expect(summaryOf(campaigns.resume, { params: { id: 12 } })).toMatch(/ \(id 12\)$/);
    expect(summaryOf(campaigns.create, { body: { name: 'A', dailyLimit: 40 } })).toMatch(
      / \(name A, daily limit 40\)$/,
    );
  });

  it('names what a list holds, and how many more there are', () => {
    const domains = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ domainName: `${name}.com` }));
    expect(summaryOf(dfy.createOrder, { body: { domains } })).toMatch(
      / \(domains a\.com \+ b\.com \+ c\.com \+ 2 more\)$/,
    );
  });

  it('keeps secrets out', () => {
    const body = { email: 'kim@lumen.example', password: 'a-secret', imapServerUrl: 'imap.lumen.example' };
    const summary = summaryOf(senders.connect, { body });
    expect(summary).toContain('kim@lumen.example');
    expect(summary).not.toContain('a-secret');
  });

  it('stays a line, and breaks no character', () => {
    const summary = summaryOf(campaigns.create, { body: { name: '😀'.repeat(500) } });
    expect([...summary]).toHaveLength(campaigns.create.summary.length + 83);
    expect(summary.endsWith('😀…)')).toBe(true);
  });

  it('is what the operation does where there is nothing more to tell', () => {
    expect(summaryOf(campaigns.list, {})).toBe(campaigns.list.summary);
  });
});
