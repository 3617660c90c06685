import { describe, expect, it } from 'vitest';
import { grown, promises, promisesFile } from '../../scripts/pages/promises.ts';
import { tree } from '../../src/commands/index.ts';
import { readPage } from './page-lines.ts';

const kept = new Set(await promises(tree));

describe('the promises of docs/stability.md', () => {
  it('are kept: what a release has listed, the program still has', async () => {
    const listed = (await readPage(promisesFile)).split('\n').filter(Boolean);
    expect(listed.length).toBeGreaterThan(1000);
    // To take one away: docs/stability.md, "How a promise ends". Then take its line out of the file.
    // An option that every command takes is still one of each.
    const shared = (promise: string) => promise.replace(/^.*(?= --\S+$)/, 'every command');
    expect(listed.filter((promise) => !kept.has(promise) && !kept.has(shared(promise)))).toEqual([]);
  });

  it('are of every kind', () => {
    const some = [
      'exit 14',
      'error done_recently ends with 7',
      'every command --fields',
      'variable OUTREACH_JOURNAL',
      'campaign file stopOnReply',
      'rule merge-tag-empty',
      'leads list is ls',
      'leads get <1 lead>',
      'credits buy --once',
      'mcp serve --tools effects',
      'leads list tool leads_list',
      'campaigns guard answers items[].over[] string',
    ];
    expect(some.filter((promise) => !kept.has(promise))).toEqual([]);
  });

  it('grow, and never shrink by themselves', () => {
    expect(grown('exit 1\nexit 9\n', ['exit 1', 'exit 2'])).toBe('exit 1\nexit 2\nexit 9\n');
  });
});
