import { describe, expect, it } from 'vitest';
import { leavesOf, loadTree, type TreeCommand } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';

const leaves = leavesOf((await loadTree(tree)).commands);
const tools = leaves.filter(({ tool }) => tool !== 'never');

/** What a caller of the tool can give, beside what all commands share. */
const taken = ({ arguments: args, options }: TreeCommand) =>
  [...args, ...options.filter(({ family }) => family === 'own')].filter(({ lineOnly }) => !lineOnly);

describe('the kind of tool that a command is', () => {
  it.each(tools.map((leaf) => [leaf.path, leaf] as const))(
    'of %s follows from its consent and its calls',
    (_, { tool, consent, effect, scope }) => {
      expect(tool === 'effects').toBe(consent !== 'never' || effect !== 'none');
      if (tool === 'read') expect(scope).not.toBe('read_write');
    },
  );

  it('is never, for one of few reasons', () => {
    for (const { toolReason } of tools) expect(toolReason).toBeUndefined();
    const reasons = new Map<string | undefined, string[]>();
    for (const { path, tool, toolReason } of leaves)
      if (tool === 'never') reasons.set(toolReason, [...(reasons.get(toolReason) ?? []), path]);
    expect(Object.fromEntries(reasons)).toEqual({
      'needs a terminal': ['start', 'replies desk'],
      'does not end': ['senders watch', 'replies watch', 'webhooks listen', 'sandbox serve', 'mcp serve'],
      'takes a secret': [
        'login',
        'senders connect',
        'senders connect-csv',
        'copilot launch',
        'webhooks verify',
        'imports instantly start',
        'imports instantly accounts',
      ],
      'shows a secret': ['workspaces key create', 'sandbox info', 'sandbox secrets'],
      'changes profiles': ['logout', 'profiles set', 'profiles use', 'profiles route', 'profiles remove'],
      'changes approvals': ['approvals approve', 'approvals deny', 'approvals protect'],
      'changes budgets': ['budgets add', 'budgets revoke'],
      'changes the journal': ['journal settle', 'journal forget'],
      'says where events go': ['webhooks create', 'webhooks ensure', 'webhooks trigger', 'webhooks replay'],
      'makes raw calls': ['api', 'mcp call'],
      'runs another program': ['sandbox exec'],
      'prints a script for a shell': [
        'completion bash',
        'completion zsh',
        'completion fish',
        'completion powershell',
      ],
    });
  });

  it.each(tools.map((leaf) => [leaf.path, leaf] as const))(
    'leaves %s no way to agree, to reach another profile, or to name a secret, who gets mail or where events go',
    (path, leaf) => {
      for (const { name, type, use } of taken(leaf)) {
        const word = name.replace(/^--/, '');
        expect(word).not.toMatch(
          /^(yes|recipients?|cc|bcc|url|(api-)?key|password|session|(all-)?profiles?|once|again|idempotency-key)$|secret|-stdin$/,
        );
        if (word === 'to') expect(type === 'hour' || path.startsWith('sandbox outbox ')).toBe(true);
        expect(use).not.toBe('secret');
      }
    },
  );

  it('is told from the command line where an option changes what is only read, or runs until it is stopped', () => {
    const without = (path: string) =>
      leaves
        .find((leaf) => leaf.path === path)
        ?.options.flatMap(({ name, lineOnly }) => (lineOnly ? name : []));
    expect(without('status')).toEqual(['--all-profiles', '--watch', '--every', '--exit-code', '--done']);
    expect(without('leads update')).toEqual(['--email', '--yes']);
  });
});
