import { describe, expect, it } from 'vitest';
import { presetNames } from '../../src/commands/sandbox/fault/add.ts';
import { operations } from '../../src/contract/index.ts';
import { presets } from '../../src/sandbox/faults/presets.ts';
import { parseRule } from '../../src/sandbox/faults/rule.ts';
import { newWorld } from '../world.ts';

describe('sandbox fault', () => {
  it('lets the call it names go wrong, tells how often it struck, and is cleared', async () => {
    const { outreach, ledger } = await newWorld();
    const line = 'sandbox fault add credits.purchase --nth 1 --phase after --kind reset';
    const added = await outreach(`${line} --json`);
    expect(added.exit).toBe(0);
    expect(added.json()).toMatchObject({
      items: [
        { id: 1, operation: 'credits.purchase', kind: 'reset', phase: 'after', nth: 1, times: 1, hits: 0 },
      ],
      total: 1,
      hasMore: false,
    });
    expect((await outreach('sandbox info')).out).toContain('faults\t1\n');
    await outreach('credits buy 2000 --yes');
    expect(ledger.of('credits.purchase')).toHaveLength(1);
    expect((await outreach('sandbox fault list --json')).json().items).toMatchObject([
      { seen: 1, hits: 1, spent: true },
    ]);
    const seen = await outreach('sandbox fault list');
    expect(seen.out.split('\t').slice(0, 5)).toEqual([
      '1',
      'credits.purchase',
      'reset',
      'after',
      'call 1 (over)',
    ]);
    expect((await outreach('sandbox fault clear 7')).exit).toBe(6);
    expect((await outreach('sandbox fault clear all')).exit).toBe(2);
    expect((await outreach('sandbox fault clear 1 --json')).json()).toEqual({ cleared: 1 });
    expect((await outreach('sandbox fault list --json')).json()).toMatchObject({ items: [], total: 0 });
  });

  it.each([
    ['credits.purchas --kind reset', 'invalid_operation', "Did you mean 'credits.purchase'?"],
    ['credits.purchase --kind rest', 'invalid_kind', "Did you mean 'reset'?"],
    ['credits.purchase --kind statu:500', 'invalid_kind', "Did you mean 'status'?"],
    ['credits.purchase --kind status', 'invalid_kind', 'status:500'],
    ['credits.purchase --kind reset --phase later', 'invalid_phase', 'late:60s'],
    ['credits.purchase --kind unavailable --phase after', 'invalid_phase', ''],
    ['credits.purchase', 'missing_argument', '--kind reset'],
    ['--kind reset', 'missing_argument', 'credits.purchase'],
    ['--preset flaky --kind reset', 'preset_is_whole', ''],
  ])('refuses %s with %s', async (rest, code, hint) => {
    const { outreach } = await newWorld();
    const { exit, err } = await outreach(`sandbox fault add ${rest} --json`);
    const { error } = JSON.parse(err);
    expect([exit, error.code]).toEqual([2, code]);
    expect(error.hint ?? '').toContain(hint);
    expect((await outreach('sandbox fault list --json')).json().total).toBe(0);
  });

  it('knows every preset, adds all of its rules, narrowed and as likely as asked', async () => {
    expect([...presetNames].sort()).toEqual(Object.keys(presets).sort());
    for (const { rules } of Object.values(presets))
      for (const rule of rules) expect(() => parseRule(rule, operations)).not.toThrow();
    const { outreach } = await newWorld();
    const { items } = (
      await outreach('sandbox fault add leads.* --preset flaky --probability 0.5 --seed 7 --json')
    ).json();
    expect(items).toHaveLength(presets.flaky.rules.length);
    for (const item of items)
      expect(item).toMatchObject({ operation: 'leads.*', probability: 0.5, seed: '7' });
  });

  it('leaves the commands of the sandbox itself alone', async () => {
    const { outreach } = await newWorld();
    await outreach('sandbox fault add --preset down');
    expect((await outreach('leads list')).exit).toBe(12);
    for (const line of ['clock show', 'clock advance 1d', 'info', 'fault list', 'ledger', 'reset --yes'])
      expect((await outreach(`sandbox ${line}`)).exit).toBe(0);
    expect((await outreach('leads list')).exit).toBe(0);
  });

  it.each([
    'reset',
    'hang',
    'truncated',
    'status:500',
    'status:502',
    'status:503',
    'bad-json',
    'wrong-content-type',
    'empty',
    'purchase_unconfirmed',
    'purchase_incomplete',
  ])('a purchase whose answer was lost by %s is never repeated', async (kind) => {
    const { outreach, ledger } = await newWorld({
      faults: [{ operation: 'credits.purchase', phase: 'after', kind }],
    });
    const { exit } = await outreach('credits buy 2000 --yes --no-input');
    expect(kind === 'purchase_incomplete' ? [10, 11, 14, 16] : [0, 14]).toContain(exit);
    expect(ledger.of('credits.purchase')).toHaveLength(1);
    expect((await outreach('sandbox ledger --assert-once')).exit).toBe(0);
  });
});
