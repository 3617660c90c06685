import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/base/duration.ts';
import { closest } from '../../src/base/text/nearest.ts';
import { commandLine, corrected, shellWord } from '../../src/cli/advice/shell-words.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import { redact } from '../../src/contract/redact.ts';
import { anyCharacter } from '../any-character.ts';

describe('a command line', () => {
  it('means the same when it is pasted into a shell', () => {
    const word = fc.string({ unit: anyCharacter, maxLength: 12 }).filter((text) => !text.includes('\0'));
    const special = fc.string({ unit: fc.constantFrom(...'\\"$`!“\'’&%^ \na'), maxLength: 8 });
    const lines = fc.sample(fc.array(fc.oneof(word, special), { maxLength: 5 }), 400);
    const script = lines.map((words) => commandLine(words)).join('\n');
    const shell = `outreach() { printf '%s\\0' "$#" "$@"; }\n${script}`;
    const seen = execFileSync('sh', ['-s'], { input: shell, encoding: 'utf8' }).split('\0');
    const expected = lines.flatMap((words) => [String(words.length), ...words]);
    expect(seen.slice(0, -1)).toEqual(expected);
  });

  it('leaves plain words as they are', () => {
    expect(commandLine(['leads', 'get', 'ana@lumen.example', '--fields', 'id'])).toBe(
      'outreach leads get ana@lumen.example --fields id',
    );
  });

  it.each([
    ['First steps', '"First steps"'],
    ["Ana's list", '"Ana\'s list"'],
    // PowerShell makes two words of it.
    ['id,email', '"id,email"'],
    ['@lumen.example', '"@lumen.example"'],
    ['C:\\Users\\Ana Berg\\people.csv', '"C:\\Users\\Ana Berg\\people.csv"'],
    ['', '""'],
    // Not every shell reads these back, but none runs a part.
    ['$5 off', "'$5 off'"],
    ['\\\\server\\share', "'\\\\server\\share'"],
    ['“a”; calc', "'“a”; calc'"],
    ['it’s “a”; calc', '"it’s "\'“a”; calc\''],
    ['$5 & calc', '\'$5 \'"& calc"'],
  ])('quotes %s so that sh, cmd and PowerShell agree where they can', (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
  });

  it('is corrected in one place, whatever stands behind the equals sign', () => {
    expect(corrected(['leads', 'lsit', '--limit', '5'], 'lsit', 'list')).toBe(
      'outreach leads list --limit 5',
    );
    expect(corrected(['x', '--limt=5'], '--limt', '--limit')).toBe('outreach x --limit=5');
    expect(corrected(['x', 'x'], 'x', 'y')).toBe('outreach y x');
  });
});

describe('a duration', () => {
  it.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['14d', 1_209_600_000],
    ['2w', 1_209_600_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['0s', 0],
  ])('%s', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(['', '5', 's', '-5s', '5 s', '5S', '1h 30m', '5sec', '1e3s', '.5s', '5s!', `${'9'.repeat(20)}d`])(
    '"%s" is none',
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );
});

describe('what was probably meant', () => {
  const groups = ['leads', 'senders', 'campaigns', 'credits', 'report'];
  it.each([
    ['lead', 'leads'],
    ['Leads', 'leads'],
    ['laeds', 'leads'],
    ['camp', 'campaigns'],
    ['campaing', 'campaigns'],
    ['repotr', 'report'],
  ])('%s: %s', (typed, meant) => expect(closest(typed, groups)).toBe(meant));

  it.each(['', 'x', 'le', 'webhooks', 'zzzzz'])('"%s": nothing near', (typed) =>
    expect(closest(typed, groups)).toBeUndefined(),
  );

  it('is a known word, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (typed) => {
        const meant = closest(typed, groups);
        expect(meant === undefined || groups.includes(meant)).toBe(true);
      }),
    );
    for (const word of groups) expect(closest(word, groups)).toBe(word);
  });
});

describe('secrets in a text', () => {
  it('are hidden wherever they stand', () => {
    const text = `key=${sandboxKey}, "run_abcdefgh_short", whsec_Abc123+/=, Authorization: Bearer abc.def bearer xyz`;
    expect(redact(text)).toBe(
      'key=run_SANDBOX0_[hidden], "run_abcdefgh_[hidden]", whsec_[hidden] Authorization: Bearer [hidden] bearer [hidden]',
    );
  });

  it('are all that changes', () => {
    const words = 'The run_of the mill, a bearer, whsec and run_1_2 stay.';
    expect(redact(words)).toBe(words.replace('bearer, whsec', 'bearer, whsec'));
  });
});
