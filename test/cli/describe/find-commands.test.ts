import { describe, expect, it } from 'vitest';
import { findCommands } from '../../../src/cli/describe/find-commands.ts';
import { leavesOf, loadTree } from '../../../src/cli/describe/tree.ts';
import { tree } from '../../../src/commands/index.ts';

const all = leavesOf((await loadTree(tree)).commands);
const found = (words: string) => findCommands(all, words.split(' ')).map(({ path }) => path);

describe('commands by words', () => {
  it.each([
    ['buy credits', 'credits buy'],
    ['import contacts from a csv file', 'leads import'],
    ['why does my campaign not send', 'campaigns why'],
    ['stop all mail', 'campaigns pause'],
    ['verify email addresses', 'verification jobs create'],
    ['export everything about a person', 'leads export-subject'],
    ['compare variants', 'report compare'],
    ['REPUTATION of senders', 'senders reputation'],
    ['webhok', 'webhooks list'],
    ['unsubscribe', 'blocklist list'],
  ])('are found, the best first: %s', (words, best) => {
    expect(found(words)[0]).toBe(best);
  });

  it('are as many as have to do with them', () => {
    expect(found('warmup')).toEqual(['senders warmup show', 'senders warmup set']);
    for (const words of ['zzzz qqqq', '', 'what is the', '?!']) expect(found(words)).toEqual([]);
    expect(findCommands([], ['leads'])).toEqual([]);
  });

  it('count for more in a name than in a text, and where few have them', () => {
    const command = (path: string, summary: string) => ({ path, summary });
    const some = [
      command('leads list', 'List leads'),
      command('leads get', 'Show one lead, and pause'),
      command('campaigns pause', 'Pause a campaign'),
    ];
    expect(findCommands(some, ['pause']).map(({ path }) => path)).toEqual(['campaigns pause', 'leads get']);
    expect(findCommands(some, ['leads', 'get'])[0]?.path).toBe('leads get');
    const rare = [...some, command('audits show', 'Show what an audit found')];
    expect(findCommands(rare, ['leads', 'audits'])[0]?.path).toBe('audits show');
  });
});
