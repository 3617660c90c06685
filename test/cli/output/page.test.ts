import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bars, columns, record, table, text, toned } from '../../../src/cli/declare/view.ts';
import type { Page } from '../../../src/cli/output/page/page.ts';
import { pageHtml } from '../../../src/cli/output/page/page-html.ts';
import { pageMarkdown } from '../../../src/cli/output/page/page-markdown.ts';
import { runs } from '../../sweep/slice.ts';
import { actsOnTerminal, hostile } from './hostile.ts';
import { parsedPage } from './parsed-page.ts';
import { anyText } from './text.ts';

const markup = [
  '<script>alert(1)</script>',
  '</title></style></svg><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onmouseover='alert(1)`,
  '<a href="javascript:alert(1)">x</a>',
  '<svg><script href="https://evil.example"/></svg>',
  '<!-- hidden --!>',
  ']]><b>',
  '&lt;b&gt; &#60; &amp;',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<style>@import "https://evil.example"</style>',
  '@ann #12 GH-12',
  '[x](https://evil.example) ![y](http://z)',
  '| a | b |\n|---|---|',
  '```\n# out',
  '`'.repeat(400),
  'www.evil.example',
  '**bold** _it_ ~~no~~ $x$',
  ...hostile,
];
const strange = fc
  .array(fc.oneof(fc.constantFrom(...markup), anyText), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(' '));

/** The same report whatever its texts are. */
const pageOf = (word: () => string): Page => ({
  title: word(),
  subtitle: word(),
  sections: [
    {
      heading: word(),
      blocks: [record(['Sent', 1200, 'number'], ['Rate', 0.0312, 'rate'], ['Cost', null, 'money'])],
    },
    {
      blocks: [
        record([word(), word()], ['Verdict', toned(word(), 'warn')], ['State', word(), 'state']),
        text(word()),
      ],
    },
    {
      heading: word(),
      blocks: [bars({ label: word(), value: 3, note: word() }, { label: word(), value: null })],
    },
    {
      heading: word(),
      blocks: [
        columns(
          { label: '2026-03-02', value: 3, note: word() },
          { label: word(), value: 0 },
          { label: word(), value: null },
        ),
      ],
    },
    {
      heading: word(),
      blocks: [
        table(
          [1, 2],
          [
            [word(), () => word()],
            [word(), (n) => n, 'number'],
            ['3', () => word()],
            ['4', () => word()],
            ['5', () => word()],
            ['6', () => [1, null, 3], 'spark'],
          ],
        ),
      ],
    },
  ],
  footnotes: [word(), word()],
});

const tame = parsedPage(pageHtml(pageOf(() => 'plain')));
/** Several lines are several paragraphs, and an empty value is a sign of our own. */
const oneLine = (words: string) => `${words.replaceAll('\n', ' ')} x`;

describe('a page in HTML', () => {
  it('has the elements that it has with plain words, whatever its texts are, and none that acts or loads', {
    tags: 'slow',
  }, () => {
    expect(tame.wrong).toEqual([]);
    fc.assert(
      fc.property(strange.map(oneLine), (words) => {
        const { shape, texts, wrong } = parsedPage(pageHtml(pageOf(() => words)));
        expect(wrong).toEqual([]);
        expect(shape).toEqual(tame.shape);
        expect(texts.filter((shown) => actsOnTerminal(shown, { lines: true }))).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
    for (const words of markup) expect(parsedPage(pageHtml(pageOf(() => words))).wrong).toEqual([]);
  });

  it('shows every text as it is', () => {
    const { texts } = parsedPage(pageHtml(pageOf(() => `<b>"Zoë" & 'co'</b> 山田`)));
    expect(texts.filter((shown) => shown === `<b>"Zoë" & 'co'</b> 山田`).length).toBeGreaterThan(15);
  });

  it('draws days to the scale of the highest, labels that fit, and figures beside the chart', () => {
    const days = Array.from({ length: 28 }, (_, at) => ({
      label: `2026-03-${String(at + 1).padStart(2, '0')}`,
      value: at * 100,
    }));
    const html = pageHtml({ title: 'x', sections: [{ heading: 'Sent by day', blocks: [columns(...days)] }] });
    const heights = [...html.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height));
    expect([heights.length, heights[0], heights.at(-1)]).toEqual([28, 0, 120]);
    expect(html).toContain('<title>Sent by day</title>');
    expect(html).toContain('<desc>Sun 1 Mar 2026 to Sat 28 Mar 2026: 37,800 in all, 2,700 at most.</desc>');
    expect(html.match(/text-anchor/g)).toHaveLength(5);
    expect(html).toContain('<th scope="row">Sat 28 Mar 2026</th><td class="number">2,700</td>');
  });

  it('names the one day of a chart once', () => {
    const page = { title: 'x', sections: [{ blocks: [columns({ label: '2026-12-03', value: 2 })] }] };
    expect(pageHtml(page)).toContain('<desc>Thu 3 Dec 2026: 2 in all');
    expect(pageMarkdown(page)).toContain('Thu 3 Dec 2026: 2');
  });

  it('has no chart of nothing', () => {
    const html = pageHtml({
      title: 'x',
      sections: [{ blocks: [columns(), bars({ label: 'Sent', value: 0 }), table([], [['A', () => 1]])] }],
    });
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
    expect(html).toContain('No days.');
  });
});

describe('a page in Markdown', () => {
  it('has no markup of others, and no line more for their words', () => {
    const lines = pageMarkdown(pageOf(() => 'plain')).split('\n').length;
    fc.assert(
      fc.property(strange.map(oneLine), (words) => {
        const few = [...words].slice(-80).join('');
        const out = pageMarkdown(pageOf(() => few));
        expect(out.split('\n')).toHaveLength(lines);
        expect(out).not.toMatch(/[<>`~[\]\\@]|:\/\/|\bwww\./);
        expect(actsOnTerminal(out, { lines: true })).toBe(false);
      }),
      { numRuns: runs(150) },
    );
  });

  it('is cut where a message of a chat would be, between two lines', () => {
    const rows = Array.from({ length: 5000 }, (_, at) => at);
    const out = pageMarkdown({ title: 'x', sections: [{ blocks: [table(rows, [['Id', (at) => at]])] }] });
    expect(out.length).toBeLessThan(40_000);
    expect(out).toMatch(/\n\nToo long for a message: 546 lines left out\.\n$/);
  });
});

it('leaves prices as they are in Markdown, and takes every other dollar for a formula', () => {
  const shown = (title: string) => pageMarkdown({ title, sections: [] }).trimEnd();
  expect(shown('$0.50, 10 ($0.10)')).toBe('### $0.50, 10 ($0.10)');
  expect(shown('$x$ 1$2$')).toBe('### &#36;x&#36; 1&#36;2&#36;');
});
