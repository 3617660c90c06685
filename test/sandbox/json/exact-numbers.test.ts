import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import { sandboxKey } from '../../../src/contract/keys.ts';
import { fieldsOf } from '../../../src/contract/schema/schema.ts';
import type { Method } from '../../../src/contract/wire.ts';
import { newWorld } from '../../world.ts';

async function service() {
  const world = await newWorld();
  const send = (method: Method, path: string, body?: string) =>
    world.sandbox.transport({
      method,
      path,
      query: [],
      headers: { authorization: `Bearer ${sandboxKey}` },
      ...(body !== undefined && { body }),
    });
  return { world, send };
}

describe('a number that no JavaScript number holds', () => {
  it.each(['9007199254740993', '12345678901234567890', '1e400'])(
    '%s is a custom variable like any other',
    async (digits) => {
      const { send } = await service();
      const variables = `{"n":${digits},"deep":[{"m":${digits}}]}`;
      for (const _ of ['created', 'there'])
        await send(
          'POST',
          '/leads',
          `{"leads":[{"email":"ana@lumen.example","customVariables":${variables}}]}`,
        );
      expect((await send('GET', '/leads')).body).toContain(`"customVariables":${variables}`);
    },
  );

  it('comes through a file, the program and back', async () => {
    const { world } = await service();
    const row = '{"email":"ana@lumen.example","n":9007199254740993}';
    await writeFile(join(world.home, 'people.ndjson'), `${row}\n`);
    expect((await world.outreach('leads import people.ndjson')).exit).toBe(0);
    expect((await world.outreach('leads export --ndjson')).out).toContain('"n":9007199254740993');
  });

  it('names in an id what was sent', async () => {
    const { send } = await service();
    await send('POST', '/leads', '{"leads":[{"email":"ana@lumen.example"}]}');
    await send('POST', '/campaigns', '{"name":"Autumn"}');
    const move = await send('POST', '/leads/1/move', '{"targetCampaignId":9007199254740993}');
    expect(move).toMatchObject({
      status: expect.toSatisfy((status) => status === 400 || status === 404),
      body: expect.stringContaining('9007199254740993'),
    });
    const attach = await send('POST', '/campaigns/1/sender-emails', '{"senderEmailIds":[9007199254740993]}');
    expect(attach).toMatchObject({
      status: expect.toSatisfy((status) => status === 400 || status === 404),
      body: expect.stringContaining('9007199254740993'),
    });
  });

  it.each(['9007199254740993', '12345678901234567890', '1e400'])(
    '%s in every field of every body is no defect',
    async (digits) => {
      const { send } = await service();
      for (const { route, body, id } of operations) {
        if (!body) continue;
        const fields = fieldsOf(body).map((name) => `"${name}":${digits}`);
        const path = route.path.replaceAll(/:\w+/g, '1');
        for (const text of [`{${fields.join(',')}}`, ...fields.map((field) => `{${field}}`)])
          expect({ id, status: (await send(route.method, path, text)).status }).toMatchObject({
            status: expect.toSatisfy((status) => status < 500),
          });
      }
    },
  );
});
