import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShownItem } from '../../../src/commands/campaigns/files/plan-lines.ts';
import { maskAddresses, planMarkdown } from '../../../src/commands/campaigns/files/plan-markdown.ts';
import type { ShownPlan } from '../../../src/commands/campaigns/files/plan-view.ts';
import type { FieldName } from '../../../src/domain/campaign-file/campaign-fields.ts';
import { actsOnTerminal, hostile } from '../../cli/output/hostile.ts';
import { anyText } from '../../cli/output/text.ts';
import { change, item, samplePlan } from './sample-plan.ts';

const key = 'run_abcdefgh_0123456789012345678901234567890123456789';
const marked = fc.constantFrom(
  '@ann',
  'see #12 and GH-12',
  'acme/app#12',
  '<img src=x onerror=alert(1)>',
  '<!-- hidden',
  '-->',
  '![x](https://evil.example/p.png)',
  '[x](https://evil.example)',
  'https://github.com/acme/app/issues/12',
  'www.evil.example',
  '`code`',
  '```\n# out of the fence\n```',
  '````````',
  '`'.repeat(40_000),
  '| a | b |\n|---|---|',
  '\\`',
  '$x$',
  '&lt;',
  'anna@northwind-mail.example',
  key,
  ...hostile,
);
const text = fc.array(fc.oneof(marked, anyText), { maxLength: 4 }).map((parts) => parts.join(' '));
const fields: readonly FieldName[] = [
  'name',
  'emoji',
  'dailyLimit',
  'steps.1.subject',
  'steps.1.body',
  'steps.1.variants.@ann `x` | <b>.subject',
  'signature',
];
const anyChange = fc.record({
  field: fc.constantFrom(...fields),
  from: fc.oneof(text, fc.constant(null)),
  to: fc.oneof(text, fc.constant(null)),
  kind: fc.constantFrom('change' as const, 'drift' as const, 'conflict' as const),
});
const anyItem: fc.Arbitrary<ShownItem> = fc.record({
  file: fc.oneof(text, fc.constant(null)),
  campaignId: fc.oneof(fc.nat(), fc.constant(null)),
  name: text,
  action: fc.constantFrom('create' as const, 'change', 'same', 'drift', 'conflict', 'unmanaged'),
  status: fc.constant('running'),
  running: fc.boolean(),
  changes: fc.array(anyChange, { maxLength: 6 }),
  byHand: fc.array(text, { maxLength: 2 }),
  unreadable: fc.array(fc.record({ field: fc.constantFrom(...fields), why: text }), { maxLength: 1 }),
  adopted: fc.constant(true as const),
  formerFile: text,
});
const anyPlan: fc.Arbitrary<ShownPlan> = fc.record({
  profile: text,
  target: fc.constant('live'),
  calls: fc.nat(),
  items: fc.array(anyItem, { maxLength: 5 }),
});

/** The lines outside of fences. Throws where a fence is not closed, or a line within it could close it. */
function prose(markdown: string): string[] {
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const opened = /^(`{3,})text$/.exec(line)?.[1];
    if (fence === undefined && opened) fence = opened;
    else if (fence === undefined) outside.push(line);
    else if (line === fence) fence = undefined;
    else if (line.includes(fence)) throw new Error(`closes its fence: ${line}`);
  }
  if (fence !== undefined) throw new Error('a fence is open at the end');
  return outside;
}

const decoded = (line: string) =>
  line.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

const ours = '`campaigns plan`';

describe('a plan as Markdown', () => {
  it('has its sums, and what happens to each file in a fence', async () => {
    const markdown = await planMarkdown(samplePlan, { addresses: false });
    expect(markdown).toMatch(/^## Plan for profile .*\n\n\*\*\d to create, .*\*\*\n\n```text\n/);
    expect(markdown).toContain('\n~ change    autumn.md → 12  RUNNING: 212 people ');
    expect(markdown).toContain('\n    daily limit               200 → 150\n');
    expect(markdown).toContain('Would [-ten minutes next week-]{+a quarter of an hour+} be of use');
  });

  it('masks addresses unless they are asked for', async () => {
    const masked = await planMarkdown(samplePlan, { addresses: false });
    expect(masked).toContain('[-a•••@northwind-mail.example-] {+t•••@northwind-mail.example+}');
    expect(masked).not.toMatch(/anna@|tom@/);
    expect(await planMarkdown(samplePlan, { addresses: true })).toContain('[-anna@northwind-mail.example-]');
    expect(maskAddresses('mailto:anna@x.example, *@x.example')).toBe('mailto:a•••@x.example, *@x.example');
    // A long text is cut first.
    expect(maskAddresses('from anna@…')).toBe('from a•••@…');
  });

  it('masks an address in the label of a variant before the label is cut', async () => {
    const label = 'annabelle.longer-name@northwind-mail.example';
    const changes = [change(`steps.1.variants.${label}.subject`, 'A', 'B')];
    const markdown = await planMarkdown({ ...samplePlan, items: [item({ changes })] }, { addresses: false });
    expect(markdown).toContain('variant a•••@northwind-mail.');
    expect(markdown).not.toContain('annabelle');
  });

  it('shows no part of an address that a text changes', async () => {
    const changes = [change('signature', 'Anna, anna.berg@x.example', 'Anna, anna.hale@x.example')];
    const markdown = await planMarkdown({ ...samplePlan, items: [item({ changes })] }, { addresses: false });
    expect(markdown).toContain('only addresses change, which are hidden here');
    expect(markdown).not.toMatch(/berg|hale/);
  });

  it('lets no text of others be more than text, and stays below 60,000 characters', {
    tags: ['slow', 'needed'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async (plan) => {
        const markdown = await planMarkdown(plan, { addresses: false });
        expect(markdown.length).toBeLessThan(60_000);
        expect(actsOnTerminal(markdown, { lines: true })).toBe(false);
        expect(markdown).not.toContain(key);
        expect(markdown).not.toContain('anna@');
        for (const line of prose(markdown)) {
          const given = line.replace(ours, '').replace(/^#{2,3} /, '');
          expect(given).not.toMatch(/[<`@#](?!\d+;)|!\[|\]\(|:\/\/|www\./);
          expect(decoded(given)).not.toMatch(/@[\w[]|#\w|GH-\d/i);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('says what it left out, cut between two lines', async () => {
    const long = Array.from({ length: 3000 }, (_, at) => `Line ${at} of a long text.`).join('\n');
    const items = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md', 'g.md'].map((file) =>
      item({ file, changes: [change('signature', '', long)] }),
    );
    const markdown = await planMarkdown({ ...samplePlan, items }, { addresses: false });
    expect(markdown.length).toBeLessThan(60_000);
    expect(markdown.length).toBeGreaterThan(50_000);
    expect(prose(markdown).join('\n')).toMatch(/Too long for a comment: [\d,]+ lines left out\./);
  });
});
