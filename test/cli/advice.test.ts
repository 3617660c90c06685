import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { say } from '../../src/base/text/advice.ts';
import { advise } from '../../src/cli/advice/advise.ts';
import { lineOf, pattern, textOf } from '../../src/cli/advice/line-of.ts';
import { lines } from '../../src/cli/advice/lines.ts';
import { anyCharacter } from '../any-character.ts';

describe('a command to run', () => {
  it.each([
    [advise('campaigns get', { campaign: 12 }), 'outreach campaigns get 12'],
    [advise('campaigns get', { campaign: 2n ** 60n }), 'outreach campaigns get 1152921504606846976'],
    [advise('campaigns get', { campaign: 'Autumn launch' }), 'outreach campaigns get "Autumn launch"'],
    [
      advise('campaigns get', { campaign: "$(rm -rf ~); 'x'" }),
      `outreach campaigns get '$(rm -rf ~); '"'x'"`,
    ],
    [advise('campaigns get', { campaign: '<Autumn>' }), 'outreach campaigns get "<Autumn>"'],
    [advise('campaigns get', { campaign: '-1' }), 'outreach campaigns get -- -1'],
    [advise('leads get', { lead: 'ana@lumen.example' }), 'outreach leads get ana@lumen.example'],
    // The order is that of the command.
    [
      advise('campaigns senders attach', { senders: ['a@b.example', 7], campaign: 1, yes: true }),
      'outreach campaigns senders attach 1 a@b.example 7 --yes',
    ],
    [
      advise('campaigns schedule', {
        campaign: 1,
        days: 'mon-fri',
        minGap: 5,
        from: undefined,
        profile: 'b',
      }),
      'outreach campaigns schedule 1 --days mon-fri --min-gap 5 --profile b',
    ],
    [
      advise('senders update', { sender: 1, buildUp: false, givenName: '-x' }),
      'outreach senders update 1 --no-build-up --given-name=-x',
    ],
    [
      advise('finder import', { campaign: 1, ref: ['a b', 'c'] }),
      'outreach finder import --campaign 1 --ref "a b" --ref c',
    ],
  ])('%#: %o is %s', (advice, line) => expect(lineOf(advice)).toBe(line));

  it('is no line where a value that it needs is not there', () => {
    for (const campaign of [undefined, null, '', {} as never])
      expect(lineOf(advise('campaigns get', { campaign }))).toBeUndefined();
    for (const senders of [[], [undefined as never], ['']])
      expect(lineOf(advise('campaigns senders attach', { campaign: 1, senders }))).toBeUndefined();
    expect(lineOf(advise('senders plan', { emails: 5, by: undefined }))).toBeUndefined();
  });

  it('has places to fill in as a part of a message', () => {
    expect(pattern('leads import', { campaign: 1 })).toBe('outreach leads import <file> --campaign 1');
    expect(pattern('campaigns senders attach', { campaign: 'a b', senders: '<mailbox>' })).toBe(
      'outreach campaigns senders attach "a b" <mailbox>',
    );
    expect(pattern('profiles route', { operation: 'leads.list', route: '"<METHOD> <path>"' })).toBe(
      'outreach profiles route leads.list "<METHOD> <path>"',
    );
    expect(pattern('campaigns get', { campaign: '<a>; rm' })).toBe('outreach campaigns get "<a>; rm"');
  });

  it('keeps its place in a text', () => {
    const buy = say`Buy: ${advise('credits buy', { amount: 5 })}.`;
    expect(textOf(say`${buy} Or wait ${3} days.`)).toBe('Buy: outreach credits buy 5. Or wait 3 days.');
    expect(textOf('as it is')).toBe('as it is');
  });

  it('never lets a value become more than one word', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (lead) => {
        const word = lineOf(advise('leads get', { lead }))?.replace(/^outreach leads get (?:-- )?/, '');
        expect(word).toMatch(/^(?:[\w@%+=:./-]+|(?:"(?:[^"$`!\\]|\\(?![\\"$`!\n]))+"|'[^']+')+)$/);
      }),
    );
  });

  it('does not compile with a path, an option or a value that the command does not have', () => {
    // @ts-expect-error
    advise('campaigns go', {});
    // @ts-expect-error
    advise('campaigns get', {});
    // @ts-expect-error
    advise('campaigns get', { campaign: 1, color: 'red' });
    // @ts-expect-error
    advise('campaigns pause', { all: 'yes' });
    // @ts-expect-error
    advise('campaigns update', { campaign: 1, dailyLimit: 'many' });
    // @ts-expect-error
    pattern('leads import', { files: '<file>' });
  });

  it('says what it changes', () => {
    expect(lines.get('campaigns why')?.changes).toBe('reads');
    expect(lines.get('campaigns pause')?.changes).toBe('changes');
    expect(lines.get('credits buy')?.changes).toBe('effect');
  });
});
