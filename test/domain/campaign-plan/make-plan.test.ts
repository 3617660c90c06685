import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  CampaignFields,
  FieldName,
  FieldValue,
} from '../../../src/domain/campaign-file/campaign-fields.ts';
import { stepFields } from '../../../src/domain/campaign-file/sequence-fields.ts';
import { makePlan, type PlanInput } from '../../../src/domain/campaign-plan/make-plan.ts';
import type { PlanItem } from '../../../src/domain/campaign-plan/plan.ts';
import { needsAllowLive } from '../../../src/domain/campaign-plan/plan-campaign.ts';
import {
  baseFields,
  failing,
  fileOf,
  liveOf,
  lockOf,
  mailboxes,
  planOf,
  stored,
  threeValues,
  withField,
} from './samples.ts';

const fieldsOf = (fields: Partial<Record<FieldName, FieldValue>>): CampaignFields =>
  new Map(Object.entries(fields)) as CampaignFields;

const named = (fields: Partial<Record<FieldName, FieldValue>> = {}): CampaignFields =>
  new Map([['name', 'Autumn'], ...fieldsOf(fields)]);

const operations = ({ calls }: PlanItem) => calls.map(({ operation }) => operation.replace('campaigns.', ''));
const bodies = ({ calls }: PlanItem) => calls.map(({ body = null }) => body);

describe('a creation', () => {
  it('takes what it can, and leaves the rest to the calls after it', () => {
    const item = planOf(
      named({
        dailyLimit: 200,
        emoji: 'a',
        stopAcrossCampaigns: true,
        'schedule.days': '1,2',
        senders: ['ana@a.example', 'off@b.example'],
        signature: 'Ana',
        ...Object.fromEntries(stepFields([{ subject: 'Hello', body: 'Tell me if not.' }])),
      }),
      undefined,
      undefined,
    );
    expect(item).toMatchObject({ action: 'create', campaignId: null, running: false, name: 'Autumn' });
    expect(operations(item)).toEqual(['create', 'update', 'schedule', 'replaceSequence', 'attachSenders']);
    expect(bodies(item)).toEqual([
      { name: 'Autumn', emoji: 'a', dailyLimit: 200 },
      { isEnabledStopFollowUpsAcrossCampaigns: true },
      { daysSchedule: '1,2' },
      {
        steps: [
          {
            order: 1,
            subject: 'Hello',
            body: 'Tell me if not.',
            contentType: 'text',
            delayDays: 0,
            useSameThread: false,
          },
        ],
        signature: 'Ana',
      },
      { senderEmailIds: [1] },
    ]);
    expect(item.byHand).toEqual([
      'connect off@b.example: a mailbox that is not connected cannot be attached',
    ]);
  });

  it('is one call where the file says no more than a name', () => {
    expect(operations(planOf(named(), undefined, undefined))).toEqual(['create']);
  });

  it('is refused where the service would take nothing of it', () => {
    const { code, message } = failing(() => planOf(named({ minGap: 20, maxGap: 10 }), undefined, undefined));
    expect(code).toBe('bad_campaign_file');
    expect(message).toContain('autumn.md');
  });

  it('says which campaign is gone', () => {
    const item = planOf(named(), undefined, named());
    expect(item).toMatchObject({ action: 'create', gone: 12, campaignId: null });
  });
});

describe('the calls of a change', () => {
  const changed = (changes: Partial<Record<FieldName, FieldValue>>, live = liveOf(baseFields)) =>
    planOf(new Map([...baseFields, ...fieldsOf(changes)]), live, baseFields);

  it('send both ends of a pair, of which one changes', () => {
    expect(bodies(changed({ minGap: 6, 'schedule.to': '18:00', dailyLimit: 51 }))).toEqual([
      { dailyLimit: 51, minimumTimeBetweenEmails: 6, maximumTimeBetweenEmails: 10 },
      { startSchedule: '09:00', endSchedule: '18:00' },
    ]);
  });

  it('send the whole sequence as the service has it, with what changes', () => {
    const raw = [
      {
        order: 1,
        subject: 'Hello {company}',
        body: 'Hello. Tell me if not.\r\n\r\n',
        contentType: 'text' as const,
      },
      {
        order: 2,
        subject: 'Still there?',
        body: '\nDid this reach you?',
        delayDays: 3,
        useSameThread: true,
        variants: [{ label: 'B', subject: 'Still on?', body: 'Hello again.  ', weight: 2 }],
      },
    ];
    const item = changed({ 'steps.2.delayDays': 4 }, liveOf(baseFields, { steps: raw }));
    expect(operations(item)).toEqual(['replaceSequence']);
    expect(bodies(item)).toEqual([
      {
        steps: [
          { ...raw[0], delayDays: 0, useSameThread: false },
          { ...raw[1], contentType: 'text', delayDays: 4 },
        ],
      },
    ]);
  });

  it('keep the drift of another step, and the signature unless it changes', () => {
    const live = liveOf(
      withField(withField(baseFields, 'steps.1.body', 'Theirs. Tell me if not.'), 'signature', 'Theirs'),
    );
    const [body] = bodies(changed({ 'steps.2.body': 'Mine.' }, live));
    expect(body).toEqual({
      steps: [
        expect.objectContaining({ order: 1, body: 'Theirs. Tell me if not.' }),
        expect.objectContaining({ order: 2, body: 'Mine.' }),
      ],
    });
    expect(bodies(changed({ signature: 'Ben' }))).toEqual([
      { steps: [expect.anything(), expect.anything()], signature: 'Ben' },
    ]);
  });

  it('take a step away that the file no longer has', () => {
    const first = new Map([...baseFields].filter(([field]) => !field.startsWith('steps.2.')));
    const item = planOf(first, liveOf(baseFields), baseFields);
    expect(item.changes.every(({ to, kind }) => to === null && kind === 'change')).toBe(true);
    expect(bodies(item)).toEqual([{ steps: [expect.objectContaining({ order: 1 })] }]);
    expect([...item.baseBefore.keys()]).toContain('steps.2.body');
    expect(item.calls.map(({ sets }) => sets.get('steps.2.body'))).toEqual([null]);
  });

  it('give the steps that stay a base together with those that change: else their drift were a conflict', () => {
    const file = withField(baseFields, 'steps.2.body', 'Mine.');
    const item = planOf(file, liveOf(baseFields), undefined);
    expect([...item.baseBefore.keys()].filter((field) => field.startsWith('steps.'))).toEqual([]);
    expect(new Map([...item.baseBefore, ...item.calls.flatMap(({ sets }) => [...sets])])).toEqual(
      stored(file),
    );
  });

  it('leave a step alone that was added in the service: it is drift', () => {
    const more = new Map([
      ...baseFields,
      ...[...stepFields([{}, {}, { subject: 'Third', body: 'Last.', delayDays: 2 }])].filter(([field]) =>
        field.startsWith('steps.3.'),
      ),
    ]);
    const item = planOf(baseFields, liveOf(more), baseFields);
    expect({ action: item.action, calls: item.calls }).toEqual({ action: 'drift', calls: [] });
  });

  it('are none where a merge would leave a hole between steps: that is a conflict', () => {
    const first = new Map([...baseFields].filter(([field]) => !field.startsWith('steps.2.')));
    const more = new Map([
      ...baseFields,
      ...[...stepFields([{}, {}, { subject: 'Third', body: 'Last.', delayDays: 2 }])].filter(([field]) =>
        field.startsWith('steps.3.'),
      ),
    ]);
    const { action, calls, changes } = planOf(first, liveOf(more), baseFields);
    expect({ action, calls }).toEqual({ action: 'conflict', calls: [] });
    expect(changes.filter(({ field }) => field.startsWith('steps.2.')).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['conflict']),
    );
  });

  it('are none where the service would not take them', () => {
    const drifted = withField(baseFields, 'maxGap', 5);
    const { action, byHand } = changed({ minGap: 8 }, liveOf(drifted));
    expect(action).toBe('conflict');
    expect(byHand.join()).toContain('maximumTimeBetweenEmails must not be less');
  });

  it('pause a running campaign first where that is asked for, and nothing resumes it', () => {
    const file = withField(baseFields, 'dailyLimit', 51);
    const live = liveOf(baseFields, { status: 'running' });
    const item = planOf(file, live, baseFields, { options: { pauseFirst: true } });
    expect(operations(item)).toEqual(['pause', 'update']);
    expect(needsAllowLive(item)).toBe(false);
    expect(operations(planOf(baseFields, live, baseFields, { options: { pauseFirst: true } }))).toEqual([]);
  });

  it.each([
    ['running', 'dailyLimit', 51, true],
    ['scheduled', 'dailyLimit', 51, true],
    [undefined, 'dailyLimit', 51, true],
    ['completed', 'dailyLimit', 51, false],
    ['completed', 'steps.1.body', 'Other. Tell me if not.', true],
    ['paused', 'steps.1.body', 'Other. Tell me if not.', false],
    ['draft', 'dailyLimit', 51, false],
  ] as const)('of a campaign that is %s, in %s: need --allow-live', (status, field, value, needed) => {
    const item = planOf(withField(baseFields, field, value), liveOf(baseFields, { status }), baseFields);
    expect(needsAllowLive(item)).toBe(needed);
  });
});

describe('mailboxes', () => {
  const plan = (patterns: readonly string[], attached: readonly string[], base?: readonly string[]) =>
    planOf(
      named({ senders: patterns }),
      liveOf(named({ senders: attached })),
      base && named({ senders: base }),
    );

  it('are those of a pattern that are connected, or attached already', () => {
    const item = plan(['*@A.example', '*@b.example'], ['off@b.example']);
    expect(item.changes).toEqual([
      {
        field: 'senders',
        from: ['off@b.example'],
        to: ['ana@a.example', 'ben@a.example', 'cleo@a.example', 'off@b.example'],
        kind: 'change',
      },
    ]);
    expect(bodies(item)).toEqual([{ senderEmailIds: [1, 2, 3] }]);
  });

  it('are taken away by hand, and no drift afterwards', () => {
    const item = plan(
      ['ana@a.example'],
      ['ana@a.example', 'ben@a.example'],
      ['ana@a.example', 'ben@a.example'],
    );
    expect(item).toMatchObject({ action: 'change', calls: [], byHand: ['detach ben@a.example in the app'] });
    const both = plan(['ana@a.example', 'cleo@a.example'], ['ana@a.example', 'ben@a.example']);
    expect(bodies(both)).toEqual([{ senderEmailIds: [3] }]);
    expect(both.calls[0]?.sets.get('senders')).toEqual(['ana@a.example', 'ben@a.example', 'cleo@a.example']);
  });

  it('that were attached in the service are drift', () => {
    expect(plan(['ana@a.example'], ['ana@a.example', 'ben@a.example'], ['ana@a.example'])).toMatchObject({
      action: 'drift',
      calls: [],
      byHand: [],
    });
  });

  it('that the account does not have are refused with file and line', () => {
    const { code, kind, message, problems, hint } = failing(() =>
      plan(['ana@a.example', 'one@a.example', 'two@a.example'], []),
    );
    expect({ code, kind }).toEqual({ code: 'unknown_mailbox', kind: 'usage' });
    expect(message).toBe('autumn.md:1:1: the account has no mailbox one@a.example');
    expect(problems).toHaveLength(2);
    expect(hint).toContain('autumn.md:1:1: the account has no mailbox two@a.example');
  });

  it('are not looked at where the file does not name them', () => {
    const item = planOf(named(), liveOf(named({ senders: ['ben@a.example'] })), undefined);
    expect(item.action).toBe('same');
  });
});

describe('what cannot be read', () => {
  const why = 'it answers 404';

  it.each([
    ['sequence', /^(steps\.|signature)/],
    ['settings', /^(dailyLimit|flow|emoji|min|max|stop|ignore|llm|sender(Limit|Var)|non|catch|email|skip)/],
    ['schedule', /^schedule\./],
    ['senders', /^senders$/],
  ] as const)('is listed and never changed: %s', (part, ofPart) => {
    const rest = new Map([...baseFields].filter(([field]) => !ofPart.test(field)));
    const live = liveOf(rest, { unreadable: [{ field: part, why }], steps: [] });
    const other = new Map(
      [...baseFields].map(([field, value]) => [field, ofPart.test(field) ? 'other' : value]),
    );
    for (const file of [baseFields, new Map([...other, ['senders', ['ana@a.example']]]) as CampaignFields]) {
      const item = planOf(file, live, baseFields);
      expect(item).toMatchObject({
        action: 'same',
        changes: [],
        calls: [],
        unreadable: [{ field: part, why }],
      });
      expect(item.baseBefore).toEqual(stored(baseFields));
    }
    expect(planOf(named(), live, named()).unreadable).toEqual([]);
  });

  it('of a part does not hold for what is seen of it elsewhere', () => {
    const live = liveOf(named({ emoji: 'b' }), { unreadable: [{ field: 'settings', why }] });
    expect(planOf(named({ emoji: 'a', dailyLimit: 1 }), live, undefined).changes).toEqual([
      { field: 'emoji', from: 'b', to: 'a', kind: 'change' },
    ]);
  });
});

describe('the copy rules', () => {
  const rules = ({ problems }: PlanItem) => problems.map(({ rule }) => rule);

  it('run over the emails that change, and over those of a creation', () => {
    const item = planOf(
      withField(baseFields, 'steps.2.body', 'Hello {{name}'),
      liveOf(baseFields),
      baseFields,
    );
    expect(rules(item)).toContain('unbalanced-brace');
    expect(item.problems.flatMap(({ examples }) => examples)).not.toContain('step 1');
    const steps = stepFields([{ subject: '', body: '[Name]' }]);
    expect(rules(planOf(new Map([...named(), ...steps]), undefined, undefined))).toEqual(
      expect.arrayContaining(['placeholder-left', 'subject-empty']),
    );
  });

  it('do not run over what stays', () => {
    const broken = withField(baseFields, 'steps.1.body', '[Name]');
    expect(rules(planOf(withField(broken, 'dailyLimit', 51), liveOf(broken), broken))).toEqual([]);
    expect(rules(planOf(withField(broken, 'steps.2.delayDays', 9), liveOf(broken), broken))).toEqual([]);
  });
});

it('has no calls for a file that says what the service has, whatever was applied last', () => {
  const all = threeValues.map(([field]) => field);
  const some = fc.record({
    picked: fc.array(fc.tuple(fc.constantFrom(...all), fc.nat(2)), { maxLength: 8 }),
    managed: fc.subarray([...baseFields.keys()].filter((field) => !field.startsWith('steps.'))),
    base: fc.option(fc.array(fc.tuple(fc.constantFrom(...all), fc.nat(2)), { maxLength: 8 })),
  });
  const after = (picked: readonly (readonly [FieldName, number])[]): CampaignFields =>
    new Map([
      ...baseFields,
      ...picked.map(([field, at]) => [field, new Map(threeValues).get(field)?.[at] ?? null] as const),
    ]);
  fc.assert(
    fc.property(some, ({ picked, managed, base }) => {
      const fields = after(picked);
      const file = new Map([...fields].filter(([field]) => field === 'name' || managed.includes(field)));
      for (const said of [fields, file]) {
        const { action, calls, byHand } = planOf(said, liveOf(fields), base ? after(base) : undefined);
        expect({ action, calls, byHand }).toEqual({ action: 'same', calls: [], byHand: [] });
      }
    }),
    { numRuns: 200 },
  );
});

describe('a plan', () => {
  const live = liveOf(baseFields);
  const input = (changes: Partial<PlanInput> = {}): PlanInput => ({
    files: [fileOf(withField(baseFields, 'dailyLimit', 51))],
    lock: lockOf(baseFields),
    account: { campaigns: [live], mailboxes },
    live: [live],
    options: {},
    ...changes,
  });

  it('has the same digest from run to run, and another one once anything changes', () => {
    const { digest } = makePlan(input());
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(makePlan(input()).digest).toBe(digest);
    const elsewhere = { ...live, id: 99, name: 'Other' };
    expect(makePlan(input({ account: { campaigns: [live, elsewhere], mailboxes } })).digest).toBe(digest);
    const moved = liveOf(withField(baseFields, 'emoji', 'z'));
    const running = liveOf(baseFields, { status: 'running' });
    const others = [
      input({ files: [fileOf(withField(baseFields, 'dailyLimit', 52))] }),
      input({ live: [moved], account: { campaigns: [moved], mailboxes } }),
      input({ live: [running], account: { campaigns: [running], mailboxes } }),
      input({ lock: new Map() }),
    ];
    for (const other of others.slice(0, 3)) expect(makePlan(other).digest).not.toBe(digest);
  });

  it('leaves a campaign alone whose file is gone', () => {
    const running = liveOf(baseFields, { status: 'running' });
    const gone = input({ files: [], account: { campaigns: [running], mailboxes }, live: [] });
    expect(makePlan(gone).items).toMatchObject([
      { file: null, campaignId: 12, action: 'unmanaged', formerFile: 'autumn.md', calls: [] },
    ]);
  });

  it('has files in the order of their names, then the campaigns without one', () => {
    const files = ['b.md', 'a.md'].map((file) => fileOf(named({}), file));
    const [one, two] = files.map(({ file, ...rest }, at) => ({
      ...rest,
      file,
      fields: new Map([['name', `New ${at}`]] as const),
    }));
    const plan = makePlan(input({ files: [one, two].flatMap((file) => file ?? []) }));
    expect(plan.items.map(({ file }) => file)).toEqual(['a.md', 'b.md', null]);
  });
});
