import { describe, expect, it } from 'vitest';
import { isPersonalMailbox } from '../../src/contract/checks/personal-mailbox.ts';
import { defaultWarmUp, healthScore, warmUpEmails, warmUpPerDay } from '../../src/domain/mailbox/warm-up.ts';
import { day } from '../../src/domain/window.ts';
import { companyKey } from '../../src/sandbox/world/leads/membership.ts';

const monday = Date.UTC(2026, 10, 23, 12);
const on = { ...defaultWarmUp, enabled: true, enabledAt: monday, startLimit: 2, increaseBy: 2, capLimit: 10 };

describe('warm-up', () => {
  it('ramps up day by day to its cap', () => {
    expect([0, 1, 3, 4, 30].map((n) => warmUpPerDay(on, monday + n * day))).toEqual([2, 4, 8, 10, 10]);
    expect(warmUpPerDay({ ...on, enabled: false }, monday)).toBe(0);
    expect(warmUpPerDay(defaultWarmUp, monday)).toBe(0);
  });

  it('gives a score once twenty emails were checked over full days', () => {
    expect(healthScore(on, 95, monday + 3 * day)).toBeNull();
    expect(warmUpEmails(on, monday + 4 * day)).toBe(20);
    expect(healthScore(on, 95, monday + 4 * day)).toBe(95);
    expect(healthScore({ ...on, enabled: false }, 95, monday + 90 * day)).toBeNull();
    expect(healthScore(null, 95, monday)).toBeNull();
  });

  it('pauses on weekends where that is set, and still shows the value of its ramp', () => {
    const weekdays = { ...on, weekdaysOnly: true };
    const saturday = monday + 5 * day;
    expect(warmUpPerDay(weekdays, saturday)).toBe(10);
    expect(warmUpEmails(weekdays, monday + 7 * day)).toBe(warmUpEmails(on, monday + 7 * day) - 20);
  });
});

describe('whose mailbox it is', () => {
  it('knows personal ones by their provider, in any case', () => {
    expect(isPersonalMailbox('Ann@GMail.com')).toBe(true);
    expect(isPersonalMailbox('ann@acme.example')).toBe(false);
  });

  it('finds what colleagues share', () => {
    expect(companyKey('ann@Acme.example', null)).toBe(companyKey('bob@acme.example', 'Other'));
    expect(companyKey('ann@gmail.com', ' Acme ')).toBe(companyKey('bob@web.de', 'ACME'));
    expect(companyKey('ann@gmail.com', null)).toBeUndefined();
  });
});
