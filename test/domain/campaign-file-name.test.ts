import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignFileName } from '../../src/domain/campaign-file/file-name.ts';

const none: ReadonlySet<string> = new Set();

describe('the file name of a campaign', () => {
  it.each([
    ['Autumn launch!', 'autumn-launch.md'],
    ['  Ünïcode — Café №5 ', 'unicode-cafe-no5.md'],
    ['ﬁne Ｗｉｄｅ', 'fine-wide.md'],
    ['Осень', 'campaign-12.md'],
    ['🍂', 'campaign-12.md'],
    ['', 'campaign-12.md'],
    ['../../etc/passwd', 'etc-passwd.md'],
    ['CON', 'campaign-12.md'],
    ['com¹', 'campaign-12.md'],
    ['Console', 'console.md'],
    ['.hidden.md', 'hidden-md.md'],
    ['CLAUDE', 'claude-campaign.md'],
    ['Agents!', 'agents-campaign.md'],
    ['gemini', 'gemini-campaign.md'],
    ['ReadMe', 'readme-campaign.md'],
    ['skill', 'skill-campaign.md'],
    ['Copilot Instructions', 'copilot-instructions-campaign.md'],
    ['Claude Monet', 'claude-monet.md'],
    [`${'very '.repeat(30)}long`, `${'very-'.repeat(11)}ve.md`],
  ])('%j is %s', (name, file) => {
    expect(campaignFileName(name, 12, none)).toBe(file);
  });

  it('has the id where the name is taken, also in other letters', () => {
    const taken = new Set(['autumn-launch.md']);
    expect(campaignFileName('AUTUMN launch', 12, taken)).toBe('autumn-launch-12.md');
    taken.add('autumn-launch-12.md');
    expect(campaignFileName('Autumn launch', 12, taken)).toBe('autumn-launch-12-2.md');
  });

  it('is a plain name of at most 60 characters that no other file has', () => {
    const names = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.constantFrom('nul', 'A', 'a', 'É')),
    );
    fc.assert(
      fc.property(names, (all) => {
        const taken = new Set<string>();
        all.forEach((name, at) => {
          const file = campaignFileName(name, at + 1, taken);
          expect(file).toMatch(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.md$/);
          expect([file.length <= 60, taken.has(file)]).toEqual([true, false]);
          taken.add(file);
        });
      }),
    );
  });
});
