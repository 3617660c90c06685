import { describe, expect, it } from 'vitest';
import { missingForLaunch } from '../../src/domain/missing-for-launch.ts';

const whole = {
  leads: 3,
  steps: 2,
  senders: { attached: 2, connected: 1 },
  schedule: { daysSchedule: '1,2' },
};

describe('what a campaign lacks before it can start', () => {
  it.each([
    { given: whole, missing: [] },
    { given: {}, missing: [] },
    {
      given: {
        leads: 0,
        steps: 0,
        senders: { attached: 0, connected: 0 },
        schedule: { daysSchedule: '' },
      },
      missing: ['leads', 'sequence', 'senders', 'schedule'],
    },
    { given: { ...whole, senders: { attached: 2, connected: 0 } }, missing: ['connected-sender'] },
    { given: { ...whole, schedule: { daysSchedule: null } }, missing: ['schedule'] },
    { given: { ...whole, schedule: { daysSchedule: '', cronSchedule: '0 9 * * *' } }, missing: [] },
    { given: { ...whole, schedule: {} }, missing: [] },
  ])('$given: $missing', ({ given, missing }) => {
    expect(missingForLaunch(given)).toEqual(missing);
  });
});
