import fc from 'fast-check';
import { expect, it } from 'vitest';
import { whole } from '../../sweep/slice.ts';
import { makeCalls, planOf, worldAfter, writeFiles } from './folder.ts';

const anna = 'anna.berg@northwind-mail.example';

const line = fc.stringMatching(/^[A-Za-z{}'",.?! äß🍂-]{1,30}$/u).map((text) => `x${text.trim()}`);
const gaps = fc
  .tuple(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 2, max: 30 }))
  .map(([a, b]) => `minGap: ${Math.min(a, b)}\nmaxGap: ${Math.max(a, b)}`);

const frontMatter = fc
  .subarray(
    [
      fc.integer({ min: 1, max: 10_000 }).map((limit) => `dailyLimit: ${limit}`),
      fc.boolean().map((value) => `stopOnReply: ${value}`),
      fc.boolean().map((value) => `stopAcrossCampaigns: ${value}`),
      fc.constantFrom('a', '🍂').map((emoji) => `emoji: ${emoji}`),
      gaps,
      fc
        .tuple(fc.constantFrom('mon-fri', 'tue', 'daily'), fc.integer({ min: 10, max: 15 }))
        .map(([days, from]) => `schedule: { days: ${days}, from: "${from}:00", to: "16:30" }`),
      fc.constantFrom(`["${anna}"]`, '["*@try-northwind.example"]').map((senders) => `senders: ${senders}`),
    ],
    { minLength: 0 },
  )
  .chain((lines) => fc.tuple(...lines))
  .map((lines) => lines.map((text) => `${text}\n`).join(''));

const step = fc
  .record({
    words: fc.constantFrom('', ' html', ' thread'),
    subject: line,
    body: fc.array(line, { minLength: 1, maxLength: 3 }),
    variant: fc.option(line),
  })
  .map(
    ({ words, subject, body, variant }) =>
      (delay: string) =>
        `--- step${delay}${words} ---\nSubject: ${subject}\n\n${body.join('\n')}\n${
          variant === null ? '' : `\n--- variant B ---\n\n${variant}\n`
        }`,
  );

const file = fc
  .record({
    frontMatter,
    steps: fc.array(step, { maxLength: 3 }),
    signature: fc.option(fc.constantFrom('Ana', '')),
  })
  .map(
    ({ frontMatter: lines, steps, signature }) =>
      `---\nname: Autumn\n${lines}---\n${steps
        .map((text, at) => text(at === 0 ? '' : ` delay=${at}d`))
        .join('\n')}${signature === null || steps.length === 0 ? '' : `\n--- signature ---\n${signature}\n`}`,
  );

const numRuns = whole ? 200 : 5;

it('makes calls after which the next plan has none: for a new campaign, and from any file to any other', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(file, file, async (one, other) => {
      const world = await worldAfter([]);
      for (const text of [one, other]) {
        writeFiles(world, { 'campaigns/autumn.md': text });
        await makeCalls(world, await planOf(world));
        const { calls, items } = await planOf(world);
        const left = items.flatMap(({ changes, byHand }) => (byHand.length > 0 ? [] : changes));
        expect({ text, calls, left }).toEqual({ text, calls: 0, left: [] });
      }
    }),
    { numRuns },
  );
});
