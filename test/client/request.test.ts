import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { type PrepareOptions, prepare, target } from '../../src/client/request/build-request.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import { type AnyInput, type AnyOperation, documented, read } from '../../src/contract/operation.ts';
import { notShown } from '../../src/contract/schema/answer-shape.ts';
import { record, unknown } from '../../src/contract/schema/schema.ts';
import { anyCharacter } from '../any-character.ts';
import { runs } from '../sweep/slice.ts';
import { calls } from './operations.ts';

const options: PrepareOptions = {
  baseUrl: 'https://api.outreach.example/r',
  key: sandboxKey,
  target: 'live',
  version: '1.2.3',
};

const prepared = (operation: AnyOperation, input: AnyInput = {}, more: Partial<PrepareOptions> = {}) =>
  prepare(operation, input, { ...options, ...more });

function refused(make: () => unknown): Failure {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect((error as Failure).kind).toBe('usage');
    return error as Failure;
  }
  throw new Error('was not refused');
}

/** A path as a person may type it behind `outreach api GET`. */
const typed = (path: string): AnyOperation => ({
  ...read({
    summary: '',
    route: documented('GET', path),
    query: record({}),
    answer: notShown,
    response: unknown(),
  }),
  id: 'raw',
});

describe('a request', () => {
  it('has method, path, query, headers and JSON body', () => {
    const request = prepared(calls.create, { body: { name: 'Ä "x"' } }, { runtime: 'node 20.1.0' });
    expect(request).toEqual({
      operation: 'things.create',
      method: 'POST',
      path: '/things',
      query: [],
      headers: {
        authorization: `Bearer ${sandboxKey}`,
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'outreach-cli/1.2.3 (node 20.1.0)',
      },
      body: '{"name":"Ä \\"x\\""}',
    });
  });

  it('has no body and no content type where the call takes none', () => {
    const request = prepared(calls.get, { params: { id: 7 } });
    expect(request.path).toBe('/things/7');
    expect(request).not.toHaveProperty('body');
    expect(request.headers).not.toHaveProperty('content-type');
  });

  it('leaves out what is undefined', () => {
    const request = prepared(calls.list, { query: { q: undefined, limit: 5 } });
    expect(request.query).toEqual([['limit', '5']]);
  });

  it('keeps every digit of long ids, in path and body', () => {
    expect(prepared(calls.get, { params: { id: 9007199254740993n } }).path).toBe('/things/9007199254740993');
    expect(prepared(calls.get, { params: { id: '90071992547409931234' } }).path).toBe(
      '/things/90071992547409931234',
    );
    const open = { ...typed('/x'), body: unknown() };
    const body = { a: [9007199254740993n, null], b: { c: 1n, d: undefined }, e: new Date(0) };
    expect(prepared(open, { body }).body).toBe(
      '{"a":[9007199254740993,null],"b":{"c":1},"e":"1970-01-01T00:00:00.000Z"}',
    );
  });

  it('goes where the profile routes it', () => {
    const routes = { 'things.guess': { method: 'POST' as const, path: '/right/:id/way' } };
    expect(prepared(calls.guess, { params: { id: 3 } }, { routes })).toMatchObject({
      method: 'POST',
      path: '/right/3/way',
    });
  });

  it('refuses a route that has no place for the id', () => {
    const routes = { 'things.guess': { method: 'GET' as const, path: '/right' } };
    expect(refused(() => prepared(calls.guess, { params: { id: 3 } }, { routes })).message).toMatch(
      /id .*\/right/,
    );
  });

  it('takes an Idempotency-Key where the call knows one, and nothing that could break a header', () => {
    const input = (idempotencyKey: string) => ({ body: { name: 'x' }, idempotencyKey });
    expect(prepared(calls.order, input('k'.repeat(255))).headers['idempotency-key']).toHaveLength(255);
    for (const key of ['k'.repeat(256), '', 'a\r\nx-evil: 1', 'a b', 'é'])
      expect(refused(() => prepared(calls.order, input(key))).message).toContain('Idempotency-Key');
    expect(refused(() => prepared(calls.create, input('k'))).message).toContain('Idempotency-Key');
  });
});

describe('a request that breaks the contract', () => {
  it('names field, reason and value', () => {
    const failure = refused(() => prepared(calls.buy, { body: { credits: 50 } }));
    expect(failure.message).toBe('credits must be 1,000 to 10,000, not 50');
    expect(failure.code).toBe('invalid_input');
  });

  it('names every problem, up to five', () => {
    const { message } = refused(() =>
      prepared(calls.create, { body: { name: '', list: Array(7).fill('x') } }),
    );
    expect(message).toMatch(
      /^name must not be empty, not ""; list\.0 must be a whole number, not "x"; list\.1 /,
    );
    expect(message.split('; ')).toHaveLength(6);
    expect(message).toMatch(/and 3 more$/);
  });

  it.each([
    ['a missing id', calls.get, {}, /^id is required$/],
    ['an empty id', calls.get, { params: { id: '' } }, /^id is required$/],
    [
      'an id that is no number',
      calls.get,
      { params: { id: '7/../8' } },
      /^id must be an id, digits only, not "7\/..\/8"$/,
    ],
    ['a fraction', calls.get, { params: { id: 1.5 } }, /digits only, not 1.5/],
    ['a negative id', calls.get, { params: { id: -1 } }, /digits only/],
    ['a missing body', calls.create, {}, /^input is required$/],
    [
      'a body where none is taken',
      calls.get,
      { params: { id: 1 }, body: {} },
      /^body is not taken by this request/,
    ],
    ['a query where none is taken', calls.get, { params: { id: 1 }, query: { a: 1 } }, /^a is not a field/],
    ['a misspelt field', calls.create, { body: { nmae: 'x' } }, /name is required; nmae is not a field/],
    [
      'a nested one',
      calls.create,
      { body: { name: 'x', list: [1, 2.5] } },
      /^list\.1 must be a whole number, not 2\.5$/,
    ],
  ])('%s', (_, operation, input, words) => {
    expect(refused(() => prepared(operation, input as AnyInput)).message).toMatch(words);
  });

  it('shortens long values and shows nothing of what is inside large ones', () => {
    const { message } = refused(() =>
      prepared(calls.put, { params: { id: 'x'.repeat(5000) }, body: { name: {} } }),
    );
    expect(message.length).toBeLessThan(300);
    expect(message).toContain('not an object');
  });

  it('never shows a secret, not even a misspelt one', () => {
    for (const body of [
      { name: 'x', password: ['hunter2'] },
      { name: 'x', passwrod: 'hunter2' },
      { name: { password: 'hunter2' } },
      ['hunter2'],
    ]) {
      const failure = refused(() => prepared(calls.create, { body }));
      expect(failure.message + JSON.stringify(failure.extra)).not.toContain('hunter2');
    }
  });
});

describe('nothing leaves the base URL', () => {
  const bases = [
    'https://api.outreach.example/r',
    'https://api.outreach.example',
    'http://127.0.0.1:8080/deep/r/',
  ];

  function expectInside(baseUrl: string, make: () => ReturnType<typeof prepare>) {
    let request: ReturnType<typeof prepare>;
    try {
      request = make();
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
      expect((error as Failure).kind).toBe('usage');
      return;
    }
    const base = new URL(baseUrl);
    const prefix = base.pathname.replace(/\/+$/, '');
    const url = new URL(`${base.origin}${prefix}${target(request)}`);
    expect(url.origin).toBe(base.origin);
    expect(url.pathname.startsWith(`${prefix}/`)).toBe(true);
    expect(url.pathname).not.toMatch(/\/\.{1,2}(\/|$)|\/\/|\\/);
    expect(url.hash).toBe('');
    // What arrives is what was meant.
    expect([...url.searchParams]).toEqual(request.query);
  }

  const nasty = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({
      unit: fc.constantFrom(
        '/',
        '\\',
        '.',
        '%',
        '2',
        'e',
        'f',
        '?',
        '#',
        ':',
        '@',
        '\r',
        '\n',
        'a',
        '\ud800',
      ),
    }),
    fc.constantFrom(
      '//evil.example/x',
      'https://evil.example',
      '/..',
      '/%2e%2e/x',
      '/a/%2E%2e%2fx',
      '/\\evil.example',
      '/a#b',
      '/a\r\nx: y',
    ),
  );

  it('whatever path is typed', () => {
    fc.assert(
      fc.property(nasty, fc.constantFrom(...bases), fc.boolean(), (text, baseUrl, slash) => {
        const path = slash ? `/${text}` : text;
        expectInside(baseUrl, () => prepared(typed(path), {}, { baseUrl }));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('whatever stands in a query', () => {
    fc.assert(
      fc.property(
        fc.dictionary(nasty, fc.oneof(nasty, fc.integer(), fc.array(nasty)), { noNullPrototype: true }),
        (query) => {
          expectInside(bases[0] as string, () => prepared(typed('/x?a=b'), { query }));
        },
      ),
    );
  });

  it('whatever is given as an id: digits or a refusal', () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.integer(), fc.double(), fc.bigInt()), (id) => {
        expectInside(bases[0] as string, () => {
          const request = prepared(calls.get, { params: { id } });
          expect(request.path).toMatch(/^\/things\/\d+$/);
          return request;
        });
      }),
    );
  });

  it.each([
    ['https://evil.example/r', /relative/],
    ['//evil.example/x', /two slashes/],
    ['leads', /slash/],
    ['/', /no resource/],
    ['/leads/../../admin', /\.\. segments/],
    ['/leads/%2e%2E/x', /\.\. segments/],
    ['/leads/.', /segments/],
    ['/leads\\x', /backslash/],
    ['/leads/a%2fb', /slashes/],
    ['/leads//x', /empty segment/],
    ['/leads#x', /fragment/],
    ['/leads/%zz', /percent/],
    ['/leads/a\u0000', /control/],
  ])('says why %s is refused', (path, words) => {
    const failure = refused(() => prepared(typed(path)));
    expect(failure.message).toMatch(words);
    expect(failure.code).toBe('bad_path');
  });

  it('keeps what is harmless, encoded once', () => {
    const request = prepared(typed('/lists/a%20b/ü?q=x+y&q=z%26'), { query: { r: 1 } });
    expect(target(request)).toBe('/lists/a%20b/%C3%BC?q=x%20y&q=z%26&r=1');
  });
});
