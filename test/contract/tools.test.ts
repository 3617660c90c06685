import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { operationOfTool, toolName } from '../../src/contract/tools.ts';

describe('the names of tools', () => {
  it('are one for each operation, and lead back to it', () => {
    const names = operations.map(toolName);
    expect(new Set(names).size).toBe(operations.length);
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
    for (const operation of operations) expect(operationOfTool(toolName(operation))).toBe(operation);
  });

  it('have the one that the specification names', () => {
    expect(operationOfTool('send_reply_draft')?.id).toBe('drafts.send');
  });

  it.each([
    ['resume_campaign', 'campaigns.resume'],
    ['purchase_credits', 'credits.purchase'],
    ['start_lead_finder_import', 'finder.startImport'],
    ['source_prospects', 'prospects.source'],
    ['create_dfy_order', 'dfy.createOrder'],
    ['approve_autopilot_run', 'autopilot.approve'],
  ])('say that %s is not harmless', (name, id) => {
    expect(operationOfTool(name)).toMatchObject({ id, effect: expect.stringMatching(/spends|buys|sends/) });
  });

  it('may be written in other ways', () => {
    for (const name of [
      'sendReplyDraft',
      'SEND_REPLY_DRAFT',
      'send-reply-draft',
      'drafts.send',
      'drafts_send',
    ])
      expect(operationOfTool(name)?.id, name).toBe('drafts.send');
    for (const name of ['', 'send', 'reply_draft', 'constructor'])
      expect(operationOfTool(name)).toBeUndefined();
  });
});
