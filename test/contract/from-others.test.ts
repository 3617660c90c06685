import { describe, expect, it } from 'vitest';
import { wholeOf } from '../../src/cli/declare/answer.ts';
import { fieldsOf, type Known } from '../../src/cli/declare/known-fields.ts';
import { operations } from '../../src/contract/index.ts';

/** By their names; what a person or a website says about itself is theirs as well, and what an AI makes of a website. */
const names =
  /^(subject|body|fromAddress|recipient|to|cc|email|emailAddress|firstName|middleName|lastName|company|title|titles|summary|phone|website|linkedin|customVariables|icpName|keywords|personas|lastError)$/;

/** Fields with such a name that only users of the account, or the service, write. */
const own: readonly RegExp[] = [
  // The website that a run was started for.
  /^autopilot\..*\.website$/,
  // Mailboxes, the invoice address and what an import failed with are the account's own.
  /^(senders|billing|imports|dfy)\./,
  /^finder\.imports?\..*lastError$/,
];
const isOwn = (path: string) => own.some((pattern) => pattern.test(path));

function fieldsIn(known: Known, at: string): { path: string; name: string; fromOthers: boolean }[] {
  return [...known.fields].flatMap(([name, inner]) => [
    ...(inner.fields.size === 0
      ? [{ path: `${at}.${name}`, name, fromOthers: inner.fromOthers === true }]
      : []),
    ...fieldsIn(inner, `${at}.${name}`),
  ]);
}

const all = operations.flatMap((operation) => fieldsIn(fieldsOf(wholeOf(operation)), operation.id));

describe('text that strangers write', () => {
  it('is marked in every answer that holds it', () => {
    const forgotten = all.filter(
      ({ name, path, fromOthers }) => names.test(name) && !fromOthers && !isOwn(path),
    );
    expect(forgotten.map(({ path }) => path)).toEqual([]);
  });

  it('is in what the AI writes from a website', () => {
    const marked = new Set(all.filter(({ fromOthers }) => fromOthers).map(({ path }) => path));
    for (const path of [
      'copilot.plan.icp.summary',
      'copilot.plan.suggestedSequence.body',
      'icps.get.icp.name',
      'icps.list.icps.personas.title',
      'autopilot.run.run.audit.message',
      'campaigns.sequence.steps.variants.body',
      'campaigns.list.campaigns.name',
      'campaigns.get.campaign.name',
      'webhooks.list.webhooks.name',
    ])
      expect(marked).toContain(path);
  });

  it('is in these answers', () => {
    const marked = all.filter(({ fromOthers }) => fromOthers);
    expect([...new Set(marked.map(({ path }) => path.split('.').slice(0, 2).join('.')))]).toEqual([
      'leads.list',
      'leads.upsert',
      'leads.get',
      'leads.update',
      'leads.conversation',
      'campaigns.list',
      'campaigns.create',
      'campaigns.get',
      'campaigns.update',
      'campaigns.resume',
      'campaigns.pause',
      'campaigns.sequence',
      'campaigns.replaceSequence',
      'finder.search',
      'prospects.source',
      'icps.list',
      'icps.primary',
      'icps.get',
      'icps.create',
      'icps.update',
      'icps.refreshAudienceSize',
      'icps.setPrimary',
      'copilot.plan',
      'autopilot.runs',
      'autopilot.start',
      'autopilot.run',
      'autopilot.approve',
      'autopilot.kill',
      'replies.list',
      'drafts.list',
      'drafts.update',
      'drafts.send',
      'webhooks.list',
      'webhooks.create',
      'webhooks.update',
      'blocklist.list',
      'blocklist.update',
      'verification.records',
      'placement.reputation',
    ]);
  });
});
