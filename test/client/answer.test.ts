import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { maxDepth, maxValues, measure, parseAnswer, parseJson } from '../../src/base/lossless-json.ts';
import { withHint } from '../../src/cli/messages/hints/hint-of.ts';
import { anotherSubject } from '../../src/client/response/another-subject.ts';
import { readAnswer, readable } from '../../src/client/response/read-response.ts';
import { operations } from '../../src/contract/index.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { hintAsText } from '../hint-as-text.ts';
import { calls } from './operations.ts';

const now = Date.parse('2026-10-01T12:00:00Z');

function read(operation: AnyOperation, status: number, body: string, headers: Record<string, string> = {}) {
  const { method } = operation.route;
  const path = operation.route.path.replace(':id', '7');
  const request = { method, path, query: [], headers: {} };
  const input = { params: { id: 7 } };
  const exchange = { operation, input, request, answer: { status, headers, body }, now };
  return readAnswer(exchange).then((value) => readable(exchange, value));
}

async function failed(...args: Parameters<typeof read>): Promise<Failure> {
  const error = await read(...args).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return hintAsText(withHint(error as Failure));
}

describe('a good answer', () => {
  it('is read as JSON whatever the content type says', async () => {
    const body = '{"id":7,"name":"x"}';
    for (const type of ['text/plain', 'text/html', 'application/octet-stream'])
      expect(await read(calls.get, 200, body, { 'content-type': type })).toEqual({ id: 7, name: 'x' });
  });

  it('keeps fields nobody knows, in their order', async () => {
    const body = '{"zeta":[{"deep":null}],"name":"x","id":7,"alpha":1}';
    expect(JSON.stringify(await read(calls.get, 200, body))).toBe(body);
  });

  it('keeps ids beyond 2^53 exact, and leaves numbers numbers', async () => {
    const body = '{"ref":9007199254740993,"name":"1234567890123456789","score":0.5000000000000000,"n":12}';
    expect(await read(calls.guess, 200, body)).toEqual({
      ref: 9007199254740993n,
      name: '1234567890123456789',
      score: 0.5,
      n: 12,
    });
  });

  it('may be empty where nothing is expected', async () => {
    expect(await read(calls.plan, 204, '')).toBeNull();
    expect((await failed(calls.send, 204, '')).outcome).toBe('unknown');
    expect(await read(calls.guess, 200, ' \n')).toBeNull();
  });
});

describe('an answer with another id than the path', () => {
  /** Where each call says what it is about; the ids of an email, of a key and of a target are those of other things. */
  const places: Readonly<Record<string, unknown>> = {
    'leads.get': { lead: { id: 8, email: 'bo@lumen.example' } },
    'leads.update': { lead: { id: 8, email: 'bo@lumen.example' } },
    'leads.delete': { id: 8 },
    'leads.setCategory': { lead: { id: 8, tag: null, meetingBookedAt: null } },
    'leads.move': { leadId: 8, sourceCampaignId: 1, targetCampaignId: 7 },
    'senders.get': { id: 8, address: 'kim@lumen.example' },
    'senders.warmup': { senderEmailId: 8, configured: true },
    'campaigns.get': { data: { id: 8, name: 'Autumn', status: 'draft' } },
    'campaigns.sequence': { campaignId: 8, steps: [] },
    'webhooks.delete': { id: 8 },
    'blocklist.removeEntry': { id: 8 },
  };
  const operationBy = (id: string) => operations.find((one) => one.id === id) as AnyOperation;

  it.each(Object.entries(places))('cannot be read: %s', async (id, value) => {
    const operation = operationBy(id);
    const failure = await failed(operation, 200, JSON.stringify(value));
    expect(failure).toMatchObject({
      kind: 'service',
      outcome: operation.kind === 'read' ? 'none' : 'unknown',
    });
    expect(failure.message).toContain('"8", and 7 was asked for');
    const same = JSON.stringify(value).replace(/:8/, ':7');
    const read = await failed(operation, 200, same).catch(() => undefined);
    expect(read?.message ?? '').not.toContain('was asked for');
  });

  it('is looked at in every call whose path ends in an id', () => {
    const ending = operations.filter(
      ({ route, answer }) => /\/:id$/.test(route.path) && answer.shown !== 'nothing',
    );
    for (const operation of ending) {
      const { entries = {} } = operation.response as { entries?: Record<string, { entries?: object }> };
      const subject = Object.entries(entries).find(([, { entries }]) => entries && 'id' in entries)?.[0];
      const { params, value } = { params: { id: 7 }, value: subject ? { [subject]: { id: 8 } } : { id: 8 } };
      const named = /(\w+)s\/:id$/.exec(operation.route.path)?.[1];
      const asked = `${named}Id` in entries ? { [`${named}Id`]: 8 } : value;
      expect([operation.id, anotherSubject({ operation, input: { params } }, asked)]).toEqual([
        operation.id,
        expect.stringContaining('"8"'),
      ]);
    }
  });

  it('does not matter where it is the id of another thing', () => {
    for (const id of ['workspaces.createKey', 'leads.conversation'])
      for (const value of [{ id: 8 }, { apiKey: { id: 8 } }, { conversation: [{ id: 8 }] }])
        expect(
          anotherSubject({ operation: operationBy(id), input: { params: { id: 7 } } }, value),
        ).toBeUndefined();
  });
});

describe('JSON', () => {
  it('reads what JSON.parse reads, and every integer exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), fc.bigInt(), async (text, long) => {
        fc.pre(!/\d{16}/.test(text));
        expect(await parseJson(text)).toEqual(JSON.parse(text));
        const [value, same] = (await parseJson(`[${long},${text}]`)) as [number | bigint, unknown];
        if (String(long).length < 40) expect(BigInt(value)).toBe(long);
        expect(
          typeof value === 'number' ? Number.isSafeInteger(value) || String(long).length >= 40 : true,
        ).toBe(true);
        expect(same).toEqual(JSON.parse(text));
      }),
    );
  });

  it('takes the last of two equal names, as JSON.parse does, long digits or not', async () => {
    expect(await parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(await parseJson('{"a":1,"a":2,"b":1111111111111111111}')).toEqual({
      a: 2,
      b: 1111111111111111111n,
    });
  });

  it('does not let a field name change what objects are', async () => {
    const value = await parseJson('{"__proto__":{"evil":true},"n":1111111111111111111}');
    expect((value as { evil?: boolean }).evil).toBeUndefined();
  });

  it('counts levels, not brackets in text', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    await expect(parseJson(nested(maxDepth))).resolves.toBeDefined();
    await expect(parseJson(nested(maxDepth + 1))).rejects.toThrow(RangeError);
    await expect(parseJson(JSON.stringify('\\"'.repeat(9) + '['.repeat(500)))).resolves.toBeDefined();
    await expect(parseJson(JSON.stringify(Array.from({ length: 500 }, () => [])))).resolves.toBeDefined();
  });

  it('counts values as they are, and refuses an answer of more than a million', {
    tags: 'slow',
  }, async () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, item) => sum + count(item), 1)
        : 1;
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), async (value, space) => {
        const twice = { 'a,"[{': '\\"[,', v: [value, {}, [], [[]]] };
        expect(measure(JSON.stringify(twice, undefined, space)).values).toBe(count(twice));
      }),
    );
    const lists = (items: number) => `[${'[],'.repeat(items - 1)}[]]`;
    await expect(parseAnswer(lists(maxValues - 1))).resolves.toHaveLength(maxValues - 1);
    await expect(parseAnswer(lists(maxValues))).rejects.toThrow('holds more than 1,000,000 values');
    await expect(parseJson(lists(maxValues))).resolves.toHaveLength(maxValues);
    const named = (names: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, at) => [`n${at}`, 1])));
    await expect(parseAnswer(named(90_000))).resolves.toBeDefined();
    await expect(parseAnswer(named(120_000))).rejects.toThrow('different field names');
  });

  it('spends no minutes on a million digits', async () => {
    const [digits] = (await parseJson(`[${'9'.repeat(1_000_000)}]`)) as [string];
    expect(digits.length).toBe(1_000_000);
  });

  it.each(['1e400', '-1E+400', '1.5e9999'])(
    'keeps %s, which is beyond all numbers, as it came',
    async (text) => {
      expect(await parseJson(`{"a": ${text}, "b": 1e300}`)).toEqual({ a: text, b: 1e300 });
    },
  );
});

describe('a good status with an answer nobody can use', () => {
  it.each([
    ['truncated JSON', '{"id":7,"na', 'truncated_answer', /cut off/],
    [
      'a web page',
      '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Wi-Fi</body></html>',
      'not_the_service',
      /Sign in Wi-Fi/,
    ],
    ['plain text', 'OK', 'not_the_service', /OK/],
    ['nothing', '', 'empty_answer', /empty/],
    ['another shape', '{"id":"seven","name":"x"}', 'unreadable_answer', /id must be an id/],
    ['a missing field', '{"id":7}', 'unreadable_answer', /name is required/],
    ['another kind of value', '[]', 'unreadable_answer', /.+/],
    ['a deep abyss', `${'['.repeat(100_000)}`, 'unreadable_answer', /deeper than 200/],
  ])('%s', async (_, body, code, words) => {
    const failure = await failed(calls.get, 200, body);
    expect(failure).toMatchObject({ kind: 'service', code, status: 200, outcome: 'none' });
    expect(failure.message).toMatch(words);
    expect(failure.message.length).toBeLessThan(500);
    expect(failure.hint).toBeTruthy();
  });

  it.each(['{"id":"x"}', '{}', 'null', '[]', '"ok"', 'ok', '', '<html></html>', '{"id":1,"error":"no"}'])(
    'leaves open whether a write happened: %s',
    async (body) => {
      expect((await failed(calls.create, 200, body)).outcome).toBe('unknown');
    },
  );

  it('says nothing about a write of which the spec shows no answer, but for an object without error', async () => {
    for (const body of ['', 'null', '[]', '"ok"', '7', '{"error":"no"}'])
      expect((await failed(calls.send, 200, body)).outcome).toBe('unknown');
    expect(await read(calls.send, 200, '{}')).toEqual({});
    const told = { code: 'x', error: null };
    expect(await read(calls.send, 200, JSON.stringify(told))).toEqual(told);
  });

  it('shows the words and the code of an error that comes with it', async () => {
    const failure = await failed(calls.buy, 200, '{"error":"insufficient funds","code":"payment_failed"}');
    expect(failure).toMatchObject({ code: 'payment_failed', outcome: 'unknown', status: 200 });
    expect(failure.message).toBe(
      'POST /credits/purchase was answered with 200 and the error: insufficient funds',
    );
    expect((await failed(calls.buy, 200, '{"newBalance":1,"code":"held"}')).message).toMatch(
      /the code held$/,
    );
  });

  it('a redirect names the host and nothing else of it', async () => {
    const failure = await failed(calls.get, 302, '', { location: 'https://login.evil.example/?token=abc' });
    expect(failure).toMatchObject({ kind: 'service', code: 'redirected', status: 302 });
    expect(failure.message).toContain('login.evil.example');
    expect(failure.message).not.toContain('abc');
    expect((await failed(calls.get, 307, '')).message).toContain('nowhere');
    expect((await failed(calls.get, 308, '', { location: '//other.example/x' })).message).toContain(
      'other.example',
    );
  });
});

describe('an answer of too many values', () => {
  const many = `[${'[],'.repeat(1_000_000)}[]]`;

  it('is unreadable, and leaves open whether a write happened', async () => {
    const failure = await failed(calls.get, 200, many);
    expect(failure).toMatchObject({ kind: 'service', code: 'unreadable_answer', outcome: 'none' });
    expect(failure.message).toContain('it holds more than 1,000,000 values');
    expect((await failed(calls.create, 200, many)).outcome).toBe('unknown');
  });

  it.each([
    [402, 'payment'],
    [429, 'rate-limited'],
    [500, 'service'],
  ])('keeps the status %i of an error', async (status, kind) => {
    const failure = await failed(calls.buy, status, many);
    expect(failure).toMatchObject({ kind, status });
    expect(failure.message.length).toBeLessThan(500);
  });
});

describe('a failure status', () => {
  it.each([
    [400, 'usage'],
    [401, 'unauthenticated'],
    [402, 'payment'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [410, 'conflict'],
    [422, 'conflict'],
    [429, 'rate-limited'],
    [500, 'service'],
    [502, 'service'],
    [503, 'service'],
    [418, 'service'],
  ] as const)('%i is %s, in the words of the service', async (status, kind) => {
    const failure = await failed(calls.get, status, '{"error":"It did not work"}', {
      'content-type': 'text/plain',
    });
    expect(failure).toMatchObject({ kind, status, message: 'It did not work' });
  });

  it('keeps code and extra fields', async () => {
    const body = '{"error":"Not enough","code":"insufficient_credits","needed":2500,"available":100}';
    const failure = await failed(calls.buy, 402, body);
    expect(failure.code).toBe('insufficient_credits');
    expect(failure.extra).toEqual({ needed: 2500, available: 100 });
    expect(failure.hint).toContain('outreach credits buy 2400');
  });

  it.each([
    ['{"error":"payment_failed"}', 'payment_failed'],
    ['{"error":"The card was refused","reason":"payment_failed"}', 'payment_failed'],
    ['{"error":"Too much","code":"Something odd!","reason":"daily_budget"}', 'daily_budget'],
    ['{"error":"temporarily_unavailable","reason":"maintenance"}', 'temporarily_unavailable'],
    ['{"error":"No"}', 'service_error'],
    ['{"error":"No","code":17}', 'service_error'],
    // A text for people may be one word, and a code of this program means what happened here.
    ['{"error":"x"}', 'service_error'],
    ['{"error":"draft_changed"}', 'service_error'],
    ['{"error":"No","code":"draft_changed"}', 'service_error'],
    ['{"error":"No","code":"done_recently","reason":"daily_budget"}', 'daily_budget'],
    // Documented for other calls.
    ['{"error":"No","code":"campaign_not_found"}', 'campaign_not_found'],
  ])('takes a stable word for the code: %s', async (body, code) => {
    expect((await failed(calls.buy, 503, body)).code).toBe(code);
  });

  it('shows a sentence rather than a code where there are both', async () => {
    const body = '{"error":"insufficient_credits","message":"You need 40 more credits"}';
    expect((await failed(calls.buy, 402, body)).message).toBe('You need 40 more credits');
    expect((await failed(calls.buy, 402, '{"error":{"message":"Nested words"}}')).message).toBe(
      'Nested words',
    );
  });

  it('shortens a flood of words, and survives words that are none', async () => {
    expect((await failed(calls.get, 500, JSON.stringify({ error: '🚀'.repeat(5000) }))).message).toHaveLength(
      999,
    );
    for (const body of ['{"error":["a"]}', '{"error":7}', '{}', 'null', '[]', '"text"', '{"error":""}', '7'])
      expect((await failed(calls.get, 500, body)).message).toBeTruthy();
  });

  it.each([
    ['Internal Server Error', 500, 'internal_server_error', /Internal Server Error/],
    ['', 503, 'empty_answer', /503/],
    ['upstream connect error', 503, 'unreadable_error', /upstream connect error/],
    ['{"error":"cut of', 500, 'unreadable_error', /cut of/],
    [
      '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>',
      502,
      'not_the_service',
      /502 Bad Gateway/,
    ],
    [
      '<html><script>alert(1)</script><p>Blocked by\n\t your \u001b[31mcompany</p></html>',
      403,
      'not_the_service',
      /Blocked by your/,
    ],
    ['<html><head></head><body></body></html>', 502, 'not_the_service', /instead of an answer \(502\)$/],
  ])('reads %j as well as it can', async (body, status, code, words) => {
    const failure = await failed(calls.get, status, body);
    expect(failure).toMatchObject({ status, code });
    expect(failure.message).toMatch(words);
    expect(failure.message).not.toMatch(/[<>\u001b]|alert/);
  });

  it('tells a wrong path from a missing item, and whose path it was', async () => {
    const documented = await failed(calls.get, 404, '404 page not found\n');
    expect(documented).toMatchObject({ kind: 'not-found', code: 'no_such_path' });
    expect(documented.hint).toContain('/r');
    const guessed = await failed(calls.guess, 404, '404 page not found');
    expect(guessed.hint).toContain('outreach profiles route things.guess "<METHOD> <path>"');
    expect((await failed(calls.guess, 404, '{"error":"Lead not found"}')).hint ?? '').not.toContain('route');
  });

  it('says what to do next', async () => {
    const hint = async (...args: Parameters<typeof failed>) => (await failed(...args)).hint;
    const readOnly = '{"error":"This API key is read-only; this endpoint requires the read_write scope"}';
    expect(await hint(calls.get, 401, '{"error":"Invalid API key"}')).toContain('outreach login');
    expect(await hint(calls.create, 403, readOnly)).toContain('read-and-write key: outreach login');
    expect(await hint(calls.create, 403, '{"error":"Plan required"}')).not.toContain('login');
    expect(await hint(calls.create, 404, '{"error":"Campaign not found"}')).toContain(
      'outreach campaigns list',
    );
    expect(
      await hint(calls.create, 409, '{"error":"Running","code":"import_running","importId":12}'),
    ).toContain('outreach finder imports wait 12');
    expect(
      await hint(calls.create, 409, '{"error":"Running","code":"import_running","importId":"; rm"}'),
    ).not.toContain('rm');
    expect(await hint(calls.order, 409, '{"error":"Bought","existingOrderId":5}')).toContain(
      'outreach dfy orders get 5',
    );
    expect(await hint(calls.get, 429, '{"error":"Slow down","retryAfterSeconds":300}')).toContain('5 min');
  });

  it('reads how long to wait from the header, as seconds or date, and from the body', async () => {
    const body = '{"error":"Slow down"}';
    expect((await failed(calls.get, 429, body, { 'retry-after': '40' })).retryAfterSeconds).toBe(40);
    expect(
      (await failed(calls.get, 503, 'busy', { 'retry-after': 'Thu, 01 Oct 2026 12:01:30 GMT' }))
        .retryAfterSeconds,
    ).toBe(90);
    expect((await failed(calls.get, 429, '{"error":"x","retryAfterSeconds":7.5}')).retryAfterSeconds).toBe(
      7.5,
    );
    expect((await failed(calls.get, 429, body)).retryAfterSeconds).toBeUndefined();
  });
});
