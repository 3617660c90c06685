import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { toolsOf } from '../../src/cli/agent/tools-of.ts';
import { leavesOf, loadTree, type TreeCommand } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';

const leaves = leavesOf((await loadTree(tree)).commands);
const tools = leaves.filter(({ tool }) => tool !== 'never');

/** What a caller of the tool can give, beside what all commands share. */
const taken = ({ arguments: args, options }: TreeCommand) =>
  [...args, ...options.filter(({ family }) => family === 'own')].filter(({ lineOnly }) => !lineOnly);

const camelCase = (name: string) =>
  name.replace(/^--/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** They change what a running campaign sends, and email no one who would not be emailed: work, which waits for a person there. */
const asksAtWork = [
  ...['campaigns update', 'campaigns schedule', 'campaigns senders attach'],
  // Of these a form asks: several mailboxes, or to undo a stop.
  ...['senders update', 'senders warmup set', 'campaigns pause'],
];

/** `campaigns guard` pauses for a line alone: its tool only reads. */
describe('the kind of tool that a command is', () => {
  it.each(tools.map((leaf) => [leaf.path, leaf] as const))(
    'of %s follows from its consent and its calls',
    (_, { path, tool, consent, effect, scope }) => {
      expect(tool === 'effects').toBe(
        !asksAtWork.includes(path) && (consent !== 'never' || effect !== 'none'),
      );
      if (tool === 'read' && path !== 'campaigns guard') expect(scope).not.toBe('read_write');
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
      'shows a secret': ['workspaces key create', 'sandbox info', 'sandbox secrets', 'sandbox seed'],
      'changes profiles': ['logout', 'profiles set', 'profiles use', 'profiles route', 'profiles remove'],
      'changes approvals': ['approvals approve', 'approvals deny', 'approvals protect'],
      'changes budgets': ['budgets add', 'budgets revoke'],
      'changes the journal': ['journal settle', 'journal forget', 'journal move', 'journal accept'],
      'says where events go': ['webhooks create', 'webhooks ensure', 'webhooks trigger', 'webhooks replay'],
      'makes raw calls': ['api', 'mcp call'],
      'lists the tools of another server': ['mcp tools'],
      'deletes what is in the sandbox': ['sandbox reset', 'sandbox snapshot load', 'sandbox snapshot remove'],
      'runs another program': ['sandbox exec'],
      'prints a script for a shell': [
        'completion bash',
        'completion zsh',
        'completion fish',
        'completion powershell',
      ],
      'changes the files that start your shell': ['completion install', 'completion uninstall'],
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

const described = await toolsOf(tree);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false });
ajv.addKeyword('x-untrusted');

describe('the description of a tool', () => {
  it('takes of the options of all commands only those that agree to nothing', () => {
    const own = new Map(tools.map((leaf) => [leaf.path, taken(leaf).map(({ name }) => camelCase(name))]));
    const shared = described.flatMap(({ path, listed }) =>
      Object.keys(listed.inputSchema.properties).filter((name) => !own.get(path)?.includes(name)),
    );
    expect([...new Set(shared)].sort()).toEqual(
      ['all', 'dryRun', 'fields', 'limit', 'maxCredits', 'maxRecipients', 'maxUsd', 'page'].sort(),
    );
  });

  it('answers with what it prints, or with what a person has to approve, where it has an effect', {
    tags: 'slow',
  }, () => {
    for (const { path, level, listed } of described) {
      const validate = ajv.compile(listed.outputSchema);
      const asks = JSON.stringify(listed.outputSchema).includes('"approvalRequired"');
      const steers = [
        ...['campaigns update', 'campaigns schedule', 'campaigns senders attach'],
        ...[
          'senders update',
          'senders warmup set',
          'leads update',
          'leads categorize',
          'icps update',
          'blocklist update',
          'billing update',
        ],
      ].includes(path);
      expect([path, asks]).toEqual([path, level === 'effects' || steers]);
      const price = { credits: 1, usd: null, recipients: 0, checks: null };
      const asked = { code: 'K7426XYZ', facts: ['Costs 1 credit'], price, digest: 'sha256:0', expiresAt: '' };
      if (asks) expect(validate({ approvalRequired: asked })).toBe(true);
    }
  });

  it('says what the tool may change', () => {
    const hints = Object.fromEntries(described.map(({ listed }) => [listed.name, listed.annotations]));
    expect(hints.leads_list).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
    expect(hints.campaigns_create).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
    expect(hints.drafts_edit).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    });
    expect(hints.credits_buy).toMatchObject({ destructiveHint: true, idempotentHint: false });
    expect(hints.sandbox_ledger).toMatchObject({ readOnlyHint: true, openWorldHint: false });
  });

  it('marks text from others, which may try to tell a program what to do', () => {
    const reading = described.filter(({ readsOthers }) => readsOthers).map(({ path }) => path);
    expect(reading).toEqual(
      expect.arrayContaining([
        'leads get',
        'replies next',
        'drafts show',
        'campaigns preview',
        'sandbox outbox show',
        'sandbox deliveries',
        'copilot plan',
        'icps list',
        'icps get',
        'autopilot get',
        'campaigns sequence show',
        'campaigns plan',
        'campaigns list',
        'campaigns get',
        'campaigns why',
        'webhooks list',
        'finder imports list',
        'report outcomes',
        'report compare',
        'status',
      ]),
    );
    for (const path of ['credits balance', 'senders list', 'help', 'finder import'])
      expect(reading).not.toContain(path);
    const { outputSchema } = described.find(({ path }) => path === 'replies list')?.listed ?? {};
    expect(outputSchema).toMatchObject({
      anyOf: [{ properties: { items: { items: { properties: { body: { 'x-untrusted': true } } } } } }, {}],
    });
  });
});
