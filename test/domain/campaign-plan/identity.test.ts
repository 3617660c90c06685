import { describe, expect, it } from 'vitest';
import type { LockedFiles } from '../../../src/domain/campaign-file/lock.ts';
import { identify } from '../../../src/domain/campaign-plan/identity.ts';
import type { ListedCampaign } from '../../../src/domain/campaign-plan/plan.ts';
import { failing } from './samples.ts';

const base = new Map([['name', 'Autumn']] as const);
const early = '2026-03-02T08:00:00Z';
const later = '2026-03-09T08:00:00Z';

const campaign = (id: number, name: string, createdAt: string | null = early): ListedCampaign => ({
  id,
  name,
  status: 'draft',
  createdAt,
});
const file = (name: string, campaignName: string) => ({
  file: `${name}.md`,
  fields: new Map([['name', campaignName]] as const),
});
const lock = (entries: Record<string, number>, createdAt: string | null = early): LockedFiles =>
  new Map(Object.entries(entries).map(([name, id]) => [`${name}.md`, { id, createdAt, base }]));

const found = (...given: Parameters<typeof identify>) => {
  const { files, removed } = identify(...given);
  return { files: Object.fromEntries(files), removed: Object.fromEntries(removed) };
};

describe('the campaign of a file', () => {
  it.each<[string, Parameters<typeof identify>, object]>([
    [
      'the one that the lock names, whatever its name is now',
      [[file('a', 'Autumn')], lock({ a: 12 }), [campaign(12, 'Renamed'), campaign(13, 'Autumn')]],
      { 'a.md': { id: 12, base } },
    ],
    [
      'the one that the lock names, where one of them does not say when it was created',
      [[file('a', 'Autumn')], lock({ a: 12 }, null), [campaign(12, 'Autumn')]],
      { 'a.md': { id: 12, base } },
    ],
    [
      'the same moment in another spelling',
      [[file('a', 'Autumn')], lock({ a: 12 }), [campaign(12, 'Autumn', '2026-03-02T08:00:00.000Z')]],
      { 'a.md': { id: 12, base } },
    ],
    [
      'without a lock the only one of its name',
      [[file('a', 'Autumn')], lock({}), [campaign(12, 'Autumn'), campaign(13, 'autumn')]],
      { 'a.md': { id: 12, adopted: true } },
    ],
    [
      'without a lock none',
      [[file('a', 'Autumn')], lock({}), [campaign(12, 'Winter')]],
      { 'a.md': { id: null } },
    ],
    [
      'none where that of the lock is gone',
      [[file('a', 'Autumn')], lock({ a: 12 }), [campaign(13, 'Winter')]],
      { 'a.md': { id: null, gone: 12 } },
    ],
    [
      'none where another campaign has the id after a reset',
      [[file('a', 'Autumn')], lock({ a: 12 }), [campaign(12, 'Autumn leaves', later)]],
      { 'a.md': { id: null, gone: 12 } },
    ],
    [
      'the one of its name where that of the lock is gone, without its base',
      [[file('a', 'Autumn')], lock({ a: 12 }), [campaign(13, 'Autumn')]],
      { 'a.md': { id: 13, adopted: true } },
    ],
    [
      'not the one that the lock has for another file',
      [[file('a', 'Autumn'), file('b', 'Winter')], lock({ b: 12 }), [campaign(12, 'Autumn')]],
      { 'a.md': { id: null }, 'b.md': { id: 12, base } },
    ],
    [
      'that of the file that was renamed, with its base',
      [[file('b', 'Autumn')], lock({ a: 12 }), [campaign(12, 'Autumn')]],
      { 'b.md': { id: 12, base, formerFile: 'a.md' } },
    ],
    [
      'that of the file that was renamed, among others of its name',
      [[file('b', 'Autumn')], lock({ a: 12 }), [campaign(12, 'Autumn'), campaign(13, 'Autumn')]],
      { 'b.md': { id: 12, base, formerFile: 'a.md' } },
    ],
  ])('is %s', (_, given, files) => {
    expect(found(...given)).toEqual({ files, removed: {} });
  });

  it('is nothing for a file that is gone: its campaign is no longer managed', () => {
    expect(found([], lock({ a: 12, b: 14 }), [campaign(12, 'Autumn')])).toEqual({
      files: {},
      removed: { 12: 'a.md' },
    });
  });

  it('is refused where several have the name', () => {
    const { code, kind, message, extra } = failing(() =>
      identify([file('a', 'Autumn')], lock({}), [campaign(12, 'Autumn'), campaign(15, 'Autumn')]),
    );
    expect({ code, kind, ids: extra.ids }).toEqual({
      code: 'ambiguous_campaign',
      kind: 'conflict',
      ids: [12, 15],
    });
    expect(message).toContain('12, 15');
  });

  it.each([
    ['two files are of one campaign', lock({ a: 12, b: 12 }), 'a.md and b.md are both of campaign 12'],
    ['two files have one name and no lock', lock({}), 'a.md and b.md have the same name, "Autumn"'],
  ])('is refused where %s', (_, locked, message) => {
    const failure = failing(() =>
      identify([file('a', 'Autumn'), file('b', 'Autumn')], locked, [campaign(12, 'Autumn')]),
    );
    expect(failure.code).toBe('bad_campaign_file');
    expect(failure.message).toContain(message);
  });
});

describe('files that were renamed', () => {
  const named = (entries: Record<string, readonly [id: number, name: string]>): LockedFiles =>
    new Map(
      Object.entries(entries).map(([name, [id, campaignName]]) => [
        `${name}.md`,
        { id, createdAt: early, base: new Map([['name', campaignName]] as const) },
      ]),
    );
  const campaigns = [campaign(1, 'Alpha'), campaign(2, 'Beta')];
  const both = named({ a: [1, 'Alpha'], b: [2, 'Beta'] });
  const idsOf = (given: Parameters<typeof identify>) =>
    Object.fromEntries([...identify(...given).files].map(([name, { id }]) => [name, id]));

  it.each<[string, ReturnType<typeof file>[], object]>([
    ['two that swapped their names', [file('a', 'Beta'), file('b', 'Alpha')], { 'a.md': 2, 'b.md': 1 }],
    ['one that took the name of another', [file('a', 'Beta'), file('c', 'Alpha')], { 'a.md': 2, 'c.md': 1 }],
    [
      'one whose campaign gets another name, which another file takes',
      [file('a', 'Alpha'), file('b', 'Gamma'), file('d', 'Beta')],
      { 'a.md': 1, 'b.md': 2, 'd.md': null },
    ],
    [
      'one whose campaign gets another name',
      [file('a', 'Gamma'), file('b', 'Beta')],
      { 'a.md': 1, 'b.md': 2 },
    ],
  ])('keep their campaigns: %s', (_, files, ids) => {
    expect(idsOf([files, both, campaigns])).toEqual(ids);
  });

  it('do not get the name of another file, as where one is copied over the other', () => {
    const copied = failing(() => identify([file('a', 'Beta'), file('b', 'Beta')], both, campaigns));
    expect([copied.code, copied.message]).toEqual([
      'bad_campaign_file',
      expect.stringContaining('b.md and a.md'),
    ]);
  });

  it('leave the campaign that another file took: it is not gone', () => {
    const { files } = identify([file('a', 'New'), file('c', 'Alpha')], both, campaigns);
    expect(Object.fromEntries(files)).toMatchObject({ 'a.md': { id: 1 } });
  });

  it('are not taken for a second campaign of one name', () => {
    const copy = failing(() => identify([file('a', 'Alpha'), file('c', 'Alpha')], both, campaigns));
    expect([copy.code, copy.message]).toEqual([
      'bad_campaign_file',
      expect.stringContaining('a.md and c.md'),
    ]);
  });
});
