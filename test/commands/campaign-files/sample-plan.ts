import type { ShownItem } from '../../../src/commands/campaigns/files/plan-lines.ts';
import type { ShownPlan } from '../../../src/commands/campaigns/files/plan-view.ts';
import type { FieldName, FieldValue } from '../../../src/domain/campaign-file/campaign-fields.ts';
import type { Change } from '../../../src/domain/campaign-plan/plan.ts';

export const change = (
  field: FieldName,
  from: FieldValue,
  to: FieldValue,
  kind: Change['kind'] = 'change',
): Change => ({ field, from, to, kind });

export const item = (given: Partial<ShownItem>): ShownItem => ({
  file: 'autumn.md',
  campaignId: 12,
  name: 'Autumn launch',
  action: 'change',
  status: 'paused',
  running: false,
  changes: [],
  byHand: [],
  ...given,
});

const step = (number: number, of: Readonly<Record<string, FieldValue>>, isRemoved = false): Change[] =>
  Object.entries(of).map(([part, value]) =>
    change(`steps.${number}.${part}` as FieldName, isRemoved ? value : null, isRemoved ? null : value),
  );

const body =
  'Hello {firstName},\n\nteams like the one at {company} tell us that the second email is where the work is lost.\n\nWe make a small tool for that. Would ten minutes next week be of use to you?\n';

/** One of each kind. */
export const samplePlan: ShownPlan = {
  profile: 'acme',
  target: 'live',
  calls: 9,
  items: [
    item({
      file: 'winter-launch.md',
      campaignId: null,
      name: 'Winter launch',
      action: 'create',
      status: null,
      changes: [
        change('name', null, 'Winter launch'),
        change('dailyLimit', null, 200),
        change('schedule.days', null, '1,2,3,4,5'),
        change('senders', null, ['anna@northwind-mail.example', 'tom@northwind-mail.example']),
        ...step(1, { subject: 'Before the year ends, {firstName}', body, delayDays: 0 }),
        ...step(2, { subject: '', body: 'Again?', delayDays: 3 }),
      ],
    }),
    item({
      status: 'running',
      running: true,
      people: { betweenSteps: 212, leads: 430 },
      needs: ['--allow-live'],
      calls: 4,
      changes: [
        change('dailyLimit', 200, 150),
        change('stopOnReply', false, true),
        change('senders', ['anna@northwind-mail.example'], ['tom@northwind-mail.example']),
        change('steps.1.body', body, body.replace('ten minutes next week', 'a quarter of an hour')),
        change('steps.2.subject', 'Did this reach you?', 'Still on your list?'),
        ...step(3, { subject: 'Last one', body: 'Bye.', delayDays: 5 }, true),
        ...step(4, { subject: 'A new one', body: 'One.\n\nTwo.', delayDays: 2, useSameThread: true }),
      ],
      byHand: ['detach anna@northwind-mail.example in the app'],
      problems: [
        {
          rule: 'placeholder-left',
          severity: 'block',
          message: 'a placeholder is not filled in: "[Name]"',
          count: 1,
          examples: ['step 1'],
        },
      ],
    }),
    item({
      file: 'september.md',
      campaignId: 9,
      name: 'September',
      action: 'drift',
      changes: [change('dailyLimit', 120, 80, 'drift'), change('steps.1.body', 'new', 'old', 'drift')],
    }),
    item({
      file: 'october.md',
      campaignId: 10,
      name: 'October',
      action: 'conflict',
      changes: [change('minGap', 5, 10, 'conflict')],
      baseBefore: new Map([['minGap', 7]]),
    }),
    item({
      file: 'may.md',
      campaignId: 5,
      name: 'May',
      action: 'same',
      adopted: true,
      unreadable: [{ field: 'dailyLimit', why: 'The path is not there.' }],
    }),
    item({ file: 'june.md', campaignId: 6, name: 'June', action: 'same' }),
    item({ file: null, campaignId: 7, name: 'July', action: 'unmanaged', formerFile: 'july.md' }),
    item({ file: null, campaignId: 8, name: 'August', action: 'unmanaged' }),
  ],
};
