import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../src/client/response/canonical.ts';
import { campaigns } from '../../src/contract/areas/campaigns.ts';
import { placement } from '../../src/contract/areas/placement.ts';
import { senders } from '../../src/contract/areas/senders.ts';
import { verification } from '../../src/contract/areas/verification.ts';
import { workspaces } from '../../src/contract/areas/workspaces.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';

const campaign = { id: 12, name: 'Autumn', status: 'paused' };
const read = (operation: AnyOperation, answer: unknown) => canonical(operation, answer)?.value;

describe('one record', () => {
  it.each([
    ['flat', campaign],
    ['as ours', { campaign }],
    ['under another name', { result: campaign }],
    ['under data with a message', { data: campaign, message: 'OK' }],
    ['two levels down', { data: { campaign } }],
    ['in a list of one', [campaign]],
    ['in a wrapped list of one', { campaigns: [campaign] }],
  ])('%s', (_, answer) => {
    expect(read(campaigns.get, answer)).toMatchObject({ campaign });
  });

  it('that has the fields itself is not taken for the wrapper of what it holds', () => {
    const nested = { ...campaign, parent: { id: 3, name: 'Summer' }, settings: { dailyLimit: 5, name: 'x' } };
    expect(read(campaigns.get, nested)).toEqual({ campaign: nested });
    const warm = { senderEmailId: 1, enabled: true, sender: { senderEmailId: 1 } };
    expect(read(senders.warmup, warm)).toEqual(warm);
  });

  it('is not the wrapper that has one of its fields', () => {
    expect(read(verification.job, { status: 'ok', job: { id: 4, status: 'running', total: 2 } })).toEqual({
      id: 4,
      status: 'running',
      total: 2,
    });
    expect(read(campaigns.pause, { id: 12, campaign, message: 'Paused' })).toEqual({
      id: 12,
      campaign,
      message: 'Paused',
    });
  });

  it('keeps what is beside it in its own envelope', () => {
    const answer = { message: 'Paused', campaign, trace: 'abc' };
    expect(read(campaigns.pause, answer)).toBe(answer);
  });

  it.each([[{}], [[]], [[campaign, campaign]], ['text'], [7], [null], [{ campaign: { title: 'Autumn' } }]])(
    'is not found in %j',
    (answer) => expect(canonical(campaigns.get, answer)).toBeUndefined(),
  );
});

describe('a list', () => {
  const items = [{ id: 1, name: 'Main' }];

  it.each([
    ['bare', items],
    ['as ours', { workspaces: items, total: 1 }],
    ['under another name', { spaces: items }],
    ['with counts', { items, count: 1 }],
    ['two levels down', { data: { items, total: 1 }, message: 'OK' }],
    ['beside another list', { errors: [], data: items }],
  ])('%s', (_, answer) => {
    expect(read(workspaces.list, answer)).toMatchObject({ workspaces: items });
  });

  it('that is empty is a list', () => {
    for (const answer of [[], { items: [] }, { data: { list: [] } }])
      expect(read(workspaces.list, answer)).toMatchObject({ workspaces: [] });
  });

  it.each([
    [{ runs: items, total: 7 }],
    [{ data: items, meta: { totalCount: 7 } }],
    [{ data: { items, count: 7 } }],
  ])('tells its length as %j', (answer) => {
    expect(read(placement.runs, answer)).toMatchObject({ items, count: 7 });
  });

  it('keeps the signature beside the steps', () => {
    const sequence = { steps: [{ order: 1, body: 'Hi' }], signature: 'Kim' };
    expect(read(campaigns.sequence, { sequence })).toEqual(sequence);
  });
});

it('takes an answer in any wrapping, and leaves the result as it is', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  const wrapping = fc.array(fc.tuple(name, fc.dictionary(name, fc.oneof(fc.integer(), fc.string()))), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(wrapping, (layers) => {
      const answer = layers.reduce<unknown>(
        (inner, [key, beside]) => ({ ...beside, [key]: inner }),
        campaign,
      );
      const once = canonical(campaigns.get, answer);
      expect(once?.value).toMatchObject({ campaign });
      expect(canonical(campaigns.get, once?.value)).toEqual(once);
    }),
  );
});
