import { describe, expect, it } from 'vitest';
import { allOf, noFields, recordOf, wholeOf } from '../../../src/cli/declare/answer.ts';
import { fieldsOf, isOpen } from '../../../src/cli/declare/known-fields.ts';
import { checkFields } from '../../../src/cli/output/formats/fields.ts';
import { campaigns } from '../../../src/contract/areas/campaigns.ts';
import { leads } from '../../../src/contract/areas/leads.ts';
import { webhooks } from '../../../src/contract/areas/webhooks.ts';
import { map, object, type Schema, string, unknown } from '../../../src/contract/schema/schema.ts';

const names = (answer: Schema) => [...fieldsOf(answer).fields.keys()];

describe('the fields of an answer', () => {
  it.each([
    ['a page of a list', leads.list, 'email'],
    ['a list that comes at once', webhooks.list, 'isEnabled'],
    ['a record in its wrapping', leads.update, 'middleName'],
    ['a record in a wrapping that nobody documents', campaigns.update, 'dailyLimit'],
    ['a flat record', leads.delete, 'message'],
  ])('are those of %s', (_, operation, name) => {
    expect(names(recordOf(operation))).toContain(name);
    expect(names(recordOf(operation))).not.toContain('total');
  });

  it('are those of the wrapping where the answer is shown as it came', () => {
    expect(names(wholeOf(leads.list))).toEqual(['leads', 'total', 'page', 'limit', 'hasMore']);
  });

  it('are open where the specification lists only some of them', () => {
    expect(isOpen(recordOf(leads.list))).toBe(false);
    expect(isOpen(recordOf(campaigns.get))).toBe(true);
    expect(isOpen(allOf(object({ a: string() }), recordOf(campaigns.get)))).toBe(true);
    expect(isOpen(noFields)).toBe(false);
  });

  it('may be our own, nested, and open further down', () => {
    const known = fieldsOf(
      object({ a: object({ b: string() }), c: map(unknown()), d: object({ e: string() }) }),
    );
    checkFields(
      [
        ['a', 'b'],
        ['c', 'anything', 'below'],
        ['d', 'e'],
      ],
      known,
    );
    expect(() => checkFields([['a', 'c']], known)).toThrow('no field "a.c"');
    expect(() => checkFields([['d', 'f']], known)).toThrow('no field "d.f"');
  });

  it('let custom variables have any name', () => {
    checkFields([['customVariables', 'Met at']], fieldsOf(recordOf(leads.list)));
    expect(() => checkFields([['emial']], fieldsOf(recordOf(leads.list)))).toThrow('Did you mean "email"?');
  });
});
