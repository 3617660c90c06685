import { describe, expect, it } from 'vitest';
import { referencePage } from '../../scripts/pages/reference-page.ts';
import { leavesOf, loadTree } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { sampleTree } from './sample-tree.ts';

describe('the reference page', () => {
  it('has a heading and the examples of every command', { tags: 'slow' }, async () => {
    const whole = await loadTree(tree);
    const lines = referencePage(whole).split('\n');
    for (const { path, examples } of leavesOf(whole.commands)) {
      expect(
        lines.filter((line) => line.replace(/^#+ /, '') === `outreach ${path}` && line.startsWith('#')),
      ).toHaveLength(1);
      for (const example of examples) expect(lines).toContain(example);
    }
  });

  it('keeps table rows whole, and brackets out of HTML', async () => {
    const page = referencePage(await loadTree(sampleTree));
    for (const row of page.split('\n').filter((line) => line.startsWith('| ')))
      expect(row.replaceAll('\\|', '').split('|'), row).toHaveLength(4);
    expect(page.replace(/```[\s\S]*?```|`[^`]*`/g, '')).not.toContain('<');
    expect(page).toContain('- Inferred paths: `POST /things/:id/polish`');
    expect(page).toContain('- Effect: **buys**');
  });
});
