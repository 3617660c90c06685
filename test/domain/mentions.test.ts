import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forgotten, mentionsOf, otherAddress } from '../../src/domain/address/mentions.ts';

const ana = mentionsOf('Ana@lumen.example', ['Ana Berg']);

describe('texts that name an address', () => {
  it.each([
    'ana@lumen.example',
    'To: <ANA@LUMEN.EXAMPLE>',
    "an 'ana@lumen.example'.",
    '/leads/ana%40lumen.example/x',
    '{"email":"ana@lumen.example"}',
    'email=ana@lumen.example&x=1',
    'ana@lumen.example, bo@lumen.example',
  ])('%s', (text) => {
    expect(ana.isIn(text)).toBe(true);
    expect(ana.isIn(String(ana.without(text)))).toBe(false);
  });

  it.each([
    'diana@lumen.example',
    'x.ana@lumen.example',
    'x+ana@lumen.example',
    'ana@lumen.example.org',
    'ana@lumen.examples',
    'ana@lumen.example-mail.com',
    'anaXlumen.example',
  ])('not the longer address %s', (text) => {
    expect(ana.isIn(text)).toBe(false);
    expect(ana.without(text)).toBe(text);
  });

  it('lose it with the other personal fields of its records, and keep everything else', () => {
    const call = {
      id: 12345678901234567890n,
      leads: [
        { email: 'ana@lumen.example', firstName: 'Ana', customVariables: { city: 'Porto' }, campaignId: 4 },
        { email: 'bo@lumen.example', firstName: 'Bo' },
      ],
      emails: ['ana@lumen.example', 'bo@lumen.example'],
      facts: ['To: Ana Berg', { theirs: 'Hi Ana' }, 'Subject: Hello'],
    };
    expect(ana.without(call)).toEqual({
      id: 12345678901234567890n,
      leads: [
        { email: forgotten, firstName: forgotten, customVariables: forgotten, campaignId: 4 },
        { email: 'bo@lumen.example', firstName: 'Bo' },
      ],
      emails: [forgotten, 'bo@lumen.example'],
      facts: [`To: ${forgotten}`, { theirs: forgotten }, 'Subject: Hello'],
    });
    expect(ana.partsOf(call)).toEqual([call.leads[0], 'ana@lumen.example']);
  });

  it('give what is about the person, and nothing about others', () => {
    const call = {
      input: {
        name: 'check ana@lumen.example and x.ana@lumen.example',
        emails: ['ana@lumen.example', 'bo@lumen.example'],
        tags: ['warm', 'porto'],
        leads: [{ email: 'bo@lumen.example', firstName: 'Bo' }, { email: 'Ana@lumen.example' }],
        owner: { email: 'bo@lumen.example', phone: '1' },
        schedule: { from: 9 },
        path: '/leads?email=bo%40lumen.example',
      },
    };
    expect(ana.partsOf(call)).toEqual([
      {
        name: `check ana@lumen.example and ${otherAddress}`,
        emails: ['ana@lumen.example'],
        tags: ['warm', 'porto'],
        leads: [{ email: 'Ana@lumen.example' }],
        schedule: { from: 9 },
        path: `/leads?email=${otherAddress}`,
      },
    ]);
  });

  it('lose it also where it is cut off', () => {
    for (const cut of ['ana…', 'ana@lum…', 'To: ana@lumen.exampl…', 'by Ana Be…'])
      expect(ana.without(cut)).toMatch(/\[forgotten\]…$/);
    for (const other of ['an…', 'banana@lum…', 'ana@lumber…', 'anatomy…'])
      expect(ana.without(other)).toBe(other);
  });

  it('lose it in labels beside other words, and leave it in addresses that are longer', () => {
    expect(ana.withoutLabel('answer-ana@lumen.example-2')).toBe(`answer-${forgotten}-2`);
    expect(ana.withoutLabel('job_ana@lumen.example')).toBe(`job_${forgotten}`);
    expect(ana.withoutLabel('diana@lumen.example')).toBe('diana@lumen.example');
    const job = { name: 'check-ana@lumen.example', email: 'x-ana@lumen.example' };
    expect(ana.without(job)).toEqual({ name: `check-${forgotten}`, email: 'x-ana@lumen.example' });
  });

  it('never leave the address behind, and never touch a value without it', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('ana@lumen.example', ' <Ana@Lumen.example>', 'bo@x.example'),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(text), (value, texts) => {
        const whole = { value, texts, inner: { to: texts, body: 'Hi' } };
        const clean = ana.without(whole);
        expect(texts.some(ana.isIn) || ana.isIn(JSON.stringify(value)) ? [] : clean).toEqual(
          texts.some(ana.isIn) || ana.isIn(JSON.stringify(value)) ? [] : whole,
        );
        expect(ana.partsOf(clean)).toEqual([]);
      }),
    );
  });
});
