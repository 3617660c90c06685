import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInvisible } from '../../src/base/text/invisible.ts';
import { tagOf } from '../../src/contract/checks/variable-key.ts';
import { keysOf, mergeValues, parseCopy } from '../../src/domain/merge-tags.ts';
import { render } from '../../src/domain/render.ts';
import { sign } from '../../src/domain/sequence/render-email.ts';

const lead = { email: 'ann@acme.example', firstName: 'Ann', company: 'Acme' };
const show = (copy: string, custom: Record<string, unknown> = {}) =>
  render(copy, mergeValues({ ...lead, customVariables: custom }));

const copies = fc.string({ unit: fc.constantFrom('{', '}', 'a', 'B', ' ', '_', '\n', 'é', '{company}') });

describe('merge tags', () => {
  it('put together what they were split into', () => {
    fc.assert(
      fc.property(copies, (copy) => {
        expect(
          parseCopy(copy)
            .pieces.map(({ raw }) => raw)
            .join(''),
        ).toBe(copy);
      }),
    );
  });

  it('leave copy without tags alone', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[{}]/.test(text)),
        (text) => show(text).text === text,
      ),
    );
  });

  it('show every brace that opens or closes nothing', () => {
    fc.assert(
      fc.property(copies, (copy) => {
        const { unbalanced } = parseCopy(copy);
        for (const at of unbalanced) expect('{}').toContain(copy[at]);
        const braces = [...copy].filter((c) => c === '{' || c === '}').length;
        const paired = [...copy.matchAll(/\{[^{}\r\n]*\}/g)].length * 2;
        expect(unbalanced.length).toBe(braces - paired);
      }),
    );
    expect(parseCopy('{{firstName}}').unbalanced).toEqual([0, 12]);
    expect(parseCopy('Hi {firstName').unbalanced).toEqual([3]);
  });

  it('fill in named fields and custom variables, whatever their case and spaces', () => {
    expect(show('Hi {firstName} of {COMPANY}, {Pain Point}?', { pain_point: 'hiring' }).text).toBe(
      'Hi Ann of Acme, hiring?',
    );
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z][a-z ]{0,12}[a-z]$/),
        fc.string().filter((value) => !isInvisible(value) && !/[{[<%*]/.test(value)),
        (key, value) => {
          const variable = `x ${key}`;
          const tag = `{${variable.toUpperCase().replaceAll(' ', '_')}}`;
          expect(show(tag, { [variable]: value })).toEqual({ text: value, unfilled: [] });
        },
      ),
    );
  });

  it('render other values as their JSON text', () => {
    const custom = { n: 3, yes: true, list: [1, 'a'], map: { a: 1 } };
    expect(show('{n} {yes} {list} {map}', custom).text).toBe('3 true [1,"a"] {"a":1}');
  });

  it('go into an HTML email as they are', () => {
    expect(show('<p>{company}</p>', { company: 'A & <b>B</b>' }).text).toBe('<p>Acme</p>');
    expect(show('<p>{note}</p>', { note: 'A & <b>B</b>' }).text).toBe('<p>A & <b>B</b></p>');
  });

  it.each([
    ['html', 'Best,\nAnn', 'Hi<br><br>Best,<br>Ann'],
    ['html', '<p>Best,</p>\n<p>Ann</p>', 'Hi<br><br><p>Best,</p>\n<p>Ann</p>'],
    ['text', 'Best,\nAnn', 'Hi\n\nBest,\nAnn'],
    ['html', '', 'Hi'],
  ] as const)('are followed by the signature: %s %j', (type, signature, body) => {
    expect(sign('Hi', signature, type)).toBe(body);
  });

  it('do not render what a value brings with it', () => {
    expect(show('{note}', { note: '{firstName}' })).toEqual({
      text: '{firstName}',
      unfilled: [{ key: 'note', value: '{firstName}' }],
    });
  });

  it('leave a tag without a value visible, and say so', () => {
    expect(show('Hi {lastName}, {Pain Point}, {lastName}', { 'pain point': null })).toEqual({
      text: 'Hi {lastName}, {Pain Point}, {lastName}',
      unfilled: [{ key: 'lastname' }, { key: 'pain_point' }],
    });
  });

  it('answer to the snake_case names of fields, unless a variable has that name', () => {
    expect(show('{first_name}').text).toBe('Ann');
    expect(show('{first_name}', { 'First Name': 'Annie' }).text).toBe('Annie');
  });

  it('let a named field win, then the first variable', () => {
    const custom = { Company: 'Other', 'Deal Size': 1, deal_size: 2 };
    expect(show('{company} {deal size}', custom).text).toBe('Acme 1');
  });

  it('list the keys that a copy asks for, each once', () => {
    expect(keysOf('{a} {B c} {A} {}')).toEqual(['a', 'b_c']);
    expect(tagOf(' Deal Size ')).toBe('deal_size');
    expect(tagOf('Deal  Size')).toBe('deal__size');
    expect(tagOf('Deal\tSize')).toBe('deal\tsize');
  });

  it('are not confused by names that objects have anyway', () => {
    expect(show('{constructor} {toString}').text).toBe('{constructor} {toString}');
    expect(show('{__proto__}', JSON.parse('{"__proto__": "x"}')).text).toBe('x');
  });
});
