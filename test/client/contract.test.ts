import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/cli/advice/line-of.ts';
import { loadTree, type TreeCommand, type TreeNode } from '../../src/cli/describe/tree.ts';
import { outcomeHint } from '../../src/cli/messages/hints/outcome-hint.ts';
import { pagesOf } from '../../src/client/lists/pages.ts';
import { prepare } from '../../src/client/request/build-request.ts';
import { openOutcome } from '../../src/client/retry/retry-policy.ts';
import { tree } from '../../src/commands/index.ts';
import { operations } from '../../src/contract/index.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { AnyInput, AnyOperation } from '../../src/contract/operation.ts';

/** The client before the whole contract: nothing in it may surprise it. */

const options = {
  baseUrl: 'https://api.outreach.example/r',
  key: sandboxKey,
  target: 'live',
  version: '1.2.3',
} as const;
const paged = operations.filter(({ paging }) => paging !== undefined);
const checked = operations.filter(({ retry }) => retry.kind === 'checkFirst');

const leavesOf = (nodes: readonly TreeNode[]): TreeCommand[] =>
  nodes.flatMap((node) => ('commands' in node ? leavesOf(node.commands) : [node]));
const leaves = leavesOf((await loadTree(tree)).commands);

const inputFor = (operation: AnyOperation): AnyInput => ({
  ...(operation.route.path.includes(':') ? { params: { id: 1 } } : {}),
  ...(operation.id === 'finder.search' ? { body: { filters: { jobTitles: ['CEO'] } } } : {}),
});

describe('the contract', () => {
  it.each(paged)('$id is paged with requests that it allows', async (operation) => {
    for (const limit of [1, 3, 30, 60, 5000, undefined]) {
      let asked = 0;
      const call = async (_: AnyOperation, input: AnyInput) => {
        expect(() => prepare(operation, input, options)).not.toThrow();
        asked++;
        return {};
      };
      for await (const page of pagesOf(call, operation, inputFor(operation), limit ? { limit } : {}))
        expect(page.items).toEqual([]);
      expect(asked).toBe(1);
    }
  });

  it.each(checked)('$id names a command that shows whether it happened', (operation) => {
    const hint = textOf(outcomeHint(openOutcome(operation, { params: { id: 12 } }), false));
    const witness = operation.retry.kind === 'checkFirst' ? operation.retry.witness : '';
    expect(operations.map(({ id }) => id)).toContain(witness);
    const [, line = ''] = /: (?:outreach (?!api )(.*?))(?: 12)? shows/.exec(hint) ?? [];
    const node = leaves.find(({ path }) => path === line);
    expect(node?.operations, hint).toContain(witness);
    if (witness.endsWith('.get')) expect(hint).toContain(' 12 ');
  });
});
