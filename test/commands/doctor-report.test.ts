import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../src/commands/doctor/shape-of.ts';
import { operations } from '../../src/contract/index.ts';
import { liveWorld as scriptedWorld } from '../sweep/live.ts';
import { newWorld } from '../world.ts';

const read = async (folder: string) => JSON.parse(await readFile(join(folder, 'doctor.json'), 'utf8'));

describe('doctor --report', () => {
  it('writes for the owner alone what support asks for', async () => {
    const world = await newWorld();
    await world.outreach('credits buy 1000 --json');
    const { exit, json } = await world.outreach('doctor --report doctor.json --json');
    expect([exit, json().report]).toEqual([0, 'doctor.json']);
    expect((await stat(join(world.home, 'doctor.json'))).mode & 0o777).toBe(0o600);
    expect(await read(world.home)).toMatchObject({
      node: process.versions.node,
      profile: { name: 'sandbox', target: 'sandbox' },
      checks: expect.arrayContaining([
        expect.objectContaining({ check: 'key', detail: 'a key from built-in, scope read_write' }),
      ]),
      pace: 'on',
      routes: null,
    });
  });

  it('has names and types of every call that reads, and no value, address or key', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana.secret@lumen.example --first-name Zebulon --var city=Quito');
    await world.outreach('campaigns create Hush-hush');
    await world.outreach('doctor --report doctor.json --routes');
    const text = await readFile(join(world.home, 'doctor.json'), 'utf8');
    expect(text).not.toMatch(/ana\.secret|lumen|Zebulon|Quito|Hush|run_SANDBOX\w{8}/);
    const { routes } = JSON.parse(text);
    const reads = operations.filter(({ kind, route }) => kind === 'read' && route.method === 'GET');
    expect(routes.map(({ operation }: { operation: string }) => operation)).toEqual(
      reads.map(({ id }) => id),
    );
    expect(routes.find(({ operation }: { operation: string }) => operation === 'leads.list')).toMatchObject({
      state: 'found',
      status: 200,
      fields: { 'leads[].email': 'string', total: 'number' },
    });
  });

  it('shows a shape that we did not expect', async () => {
    const { world, service } = await scriptedWorld();
    service.play((id) =>
      id === 'verification.jobs'
        ? { body: JSON.stringify({ count: 2, results: [{ id: 'a', who: 'ana@lumen.example' }, { id: 7 }] }) }
        : undefined,
    );
    await world.outreach('doctor --report doctor.json --routes --json');
    const { routes } = await read(world.home);
    expect(
      routes.find(({ operation }: { operation: string }) => operation === 'verification.jobs').fields,
    ).toEqual({
      '(whole)': 'object',
      count: 'number',
      results: 'array',
      'results[]': 'object',
      'results[].id': 'number or string',
      'results[].who': 'string',
    });
  });
});

describe('the shape of an answer', () => {
  it('keeps names that a service gives, and hides keys that may be data', () => {
    const body = {
      customVariables: { Lieblingsfarbe: 'x' },
      'ana@lumen.example': 1,
      list: [{ a: null }, { a: 1n }],
    };
    expect(shapeOf(body)).toEqual({
      '(whole)': 'object',
      customVariables: 'object',
      'customVariables.*': 'string',
      '*': 'number',
      list: 'array',
      'list[]': 'object',
      'list[].a': 'null or number',
    });
  });

  it('takes an object of many fields for a map', () => {
    const many = Object.fromEntries(
      Array.from({ length: 61 }, (_, n) => [
        `name${'abcdefghij'[n % 10]}${'x'.repeat(n % 7)}${'y'.repeat(n / 7)}`,
        n,
      ]),
    );
    expect(Object.keys(shapeOf({ many }))).toEqual(['(whole)', 'many', 'many.*']);
  });
});
