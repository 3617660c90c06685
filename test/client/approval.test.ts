import { describe, expect, it } from 'vitest';
import { Approval } from '../../src/client/api/approval.ts';
import { leads } from '../../src/contract/areas/leads.ts';

const into = (campaignId: number | undefined, email: string) => ({
  body: { leads: [{ email }], ...(campaignId === undefined ? {} : { campaignId }) },
});

describe('an approval of a series', () => {
  it('covers every call into the same campaign, and none into another', () => {
    const approval = Approval.grant(leads.upsert, into(1, 'ana@lumen.example'), 'series');
    for (const email of ['li@orchid.example', 'zoe@lumen.example'])
      expect(() => approval.redeem(leads.upsert, into(1, email))).not.toThrow();
    expect(() => approval.redeem(leads.upsert, into(2, 'li@orchid.example'))).toThrow('changed');
    expect(() => approval.redeem(leads.upsert, into(undefined, 'li@orchid.example'))).toThrow('changed');
    expect(() => approval.redeem(leads.move, into(1, 'li@orchid.example'))).toThrow('used for leads.move');
  });

  it('does not cover a campaign where none was named', () => {
    const approval = Approval.grant(leads.upsert, into(undefined, 'ana@lumen.example'), 'series');
    expect(() => approval.redeem(leads.upsert, into(undefined, 'li@orchid.example'))).not.toThrow();
    expect(() => approval.redeem(leads.upsert, into(1, 'li@orchid.example'))).toThrow('changed');
  });
});

describe('an approval of one call', () => {
  it('is for that input, whatever the order of its fields, and for once', () => {
    const approval = Approval.grant(leads.upsert, into(1, 'ana@lumen.example'));
    expect(() => approval.redeem(leads.upsert, into(1, 'li@orchid.example'))).toThrow('changed');
    const { leads: people } = into(1, 'ana@lumen.example').body;
    approval.redeem(leads.upsert, { body: { campaignId: 1, leads: people } });
    expect(() => approval.redeem(leads.upsert, into(1, 'ana@lumen.example'))).toThrow('used twice');
  });
});
