import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Advice } from '../../src/base/text/advice.ts';
import { type Advised, refuseHarm } from '../../src/cli/advice/refuse-harm.ts';
import { remedyOf } from '../../src/cli/launch/remedies.ts';
import { ruleIds } from '../../src/domain/launch/rules.ts';

const sender = { id: 1, address: 'anna@a.example', currentDailyLimit: 0, maximumSendingsLimitPerDay: 50 };
const given = (command: string, values: Advice['values'], more: Partial<Advised> = {}): Advised => ({
  advice: { command, values },
  finding: { rule: 'said-no', severity: 'block' },
  status: 'draft',
  mailboxes: [sender],
  ...more,
});
const warning = { finding: { rule: 'role-address', severity: 'warn' } } as const;
const next = { finding: undefined } as const;
const raised = (dailyLimit: number) => ({ sender: 1, dailyLimit });
const mailbox = (more: object) => ({ mailboxes: [{ ...sender, ...more }] });

it.each<[is: string, advised: Advised, isRefused: boolean]>([
  ['pausing', given('campaigns pause', { campaign: 2 }), true],
  [
    'stopping what was started',
    given('campaigns pause', { campaign: 2 }, { ...next, campaign: ['2'] }),
    false,
  ],
  ['stopping another', given('campaigns pause', { campaign: 2 }, { ...next, campaign: [1] }), true],
  ['stopping all', given('campaigns pause', { all: true }, { ...next, campaign: [1] }), true],
  ['undoing a stop next', given('campaigns pause', { undoLimits: true }, next), true],
  ['blocking who asked for it', given('blocklist add', { values: 'a' }, next), false],
  ['10 for an unknown mailbox', given('senders update', raised(10), { mailboxes: undefined }), false],
  ['more for an unknown mailbox', given('senders update', raised(11), { mailboxes: undefined }), true],
  ['undoing a stop', given('campaigns pause', { undoLimits: true }), true],
  ['resuming what is paused', given('campaigns resume', { campaign: 1 }, { status: 'paused' }), true],
  ['starting a draft', given('campaigns resume', { campaign: 1 }), false],
  ['weekdays', given('campaigns schedule', { days: 'mon-fri', from: '06:00', to: '22:00' }), false],
  ['a weekend', given('campaigns schedule', { days: 'mon-sat' }), true],
  ['a Sunday', given('campaigns schedule', { days: 'mon,0' }), true],
  ['before six', given('campaigns schedule', { from: '05:59' }), true],
  ['after ten', given('campaigns schedule', { to: '22:01' }), true],
  ['a limit of 0 to 10', given('senders update', raised(10)), false],
  ['the same by its address', given('senders update', { ...raised(10), sender: sender.address }), false],
  ['a limit of 0 to 11', given('senders update', raised(11)), true],
  ['a high maximum', given('senders update', { ...raised(10), maxLimit: 11 }), true],
  ['a mailbox that may send', given('senders update', raised(10), mailbox({ currentDailyLimit: 1 })), true],
  [
    'one whose maximum is 0',
    given('senders update', raised(10), mailbox({ currentDailyLimit: 1, maximumSendingsLimitPerDay: 0 })),
    false,
  ],
  [
    'one that is off',
    given('senders update', raised(10), mailbox({ currentDailyLimit: 1, isConnected: false })),
    false,
  ],
  ['one that is not known', given('senders update', { ...raised(10), sender: 2 }), true],
  ['one that was stopped', given('senders update', raised(10), { stopped: new Set(['1']) }), true],
  ['no build-up', given('senders update', { sender: 1, buildUp: false }), true],
  ['a name', given('senders update', { sender: 1, givenName: 'Ana' }), false],
  ['blocking for a no', given('blocklist import', { file: '-' }), false],
  ['blocking for a warning', given('blocklist import', { file: '-' }, warning), true],
  ['adding for a warning', given('blocklist add', { values: 'a' }, warning), true],
  ['deleting what blocks', given('leads delete', { leads: 'a' }), false],
  ['deleting for a warning', given('leads delete', { leads: 'a' }, warning), true],
  ['forgetting for a warning', given('leads forget', { lead: 'a' }, warning), true],
  ['reading', given('campaigns check', { campaign: 1 }, warning), false],
])('%s', (_, advised, isRefused) => {
  expect(refuseHarm(advised)).toBe(isRefused ? undefined : advised.advice);
});

it('advises nothing that harms, whatever is found of whatever mailbox', { tags: 'slow' }, () => {
  const limit = fc.constantFrom(0, 1, 9, 10, 50, null, undefined);
  const found = fc.record({
    rule: fc.constantFrom(...ruleIds, 'draft', 'paused', 'completed', 'few-left', 'build-up'),
    severity: fc.constantFrom('block' as const, 'warn' as const),
    count: fc.integer({ min: 1, max: 20 }),
    message: fc.constant('it is so'),
    examples: fc.array(fc.constantFrom('anna@a.example', 'step 1', '-x@a.example', '$(id)@a.example'), {
      maxLength: 10,
    }),
    isAbout: fc.boolean(),
  });
  const box = fc.record({
    id: fc.constantFrom(1, 2),
    address: fc.constant('anna@a.example'),
    isConnected: fc.constantFrom(true, false, null),
    currentDailyLimit: limit,
    maximumSendingsLimitPerDay: limit,
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(found, box, fc.boolean(), ({ isAbout, ...one }, sender, isStopped) => {
      const about = isAbout ? sender : undefined;
      const stopped = new Set(isStopped ? [String(sender.id)] : []);
      const { fix } = remedyOf({ ...one, about }, { id: 7, status: 'running', senders: [sender], stopped });
      if (fix === null) return;
      seen.add(fix.split(' ').slice(1, 3).join(' '));
      expect(fix).not.toMatch(/(?<!guard 7 --)pause|resume|no-build-up|sat|sun|<|forget/);
      if (fix.includes('blocklist'))
        expect(['known-invalid', 'opted-out', 'bounced-before', 'said-no']).toContain(one.rule);
      if (fix.includes('delete')) expect(one.severity).toBe('block');
      if (!fix.includes('limit')) return;
      const limits = [sender.currentDailyLimit ?? 1, sender.maximumSendingsLimitPerDay ?? 1];
      expect([isStopped, sender.isConnected === false || limits.includes(0)]).toEqual([false, true]);
      expect(fix).toMatch(/^outreach senders update \d --daily-limit 10(?: --max-limit 10)?$/);
    }),
    { numRuns: 3000, seed: 43 },
  );
  expect([...seen].sort()).toEqual([
    'campaigns check',
    'campaigns guard',
    'campaigns schedule',
    'campaigns update',
    'leads delete',
    'senders update',
    'senders warmup',
  ]);
});
