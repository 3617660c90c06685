import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forgotten, mentionsOf } from '../../src/domain/address/mentions.ts';

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
