import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reachIn } from '../../src/domain/campaign-plan/people.ts';

type Figures = Parameters<typeof reachIn>[1];

const figures = (
  counts: Partial<Record<'replied' | 'bounced' | 'contacted', number>>,
  { stops = true, sent = [] as number[], steps = [2] as Figures['steps'] } = {},
) =>
  ({
    campaign: {
      stats: {
        repliedLeadsCount: counts.replied,
        bouncedLeadsCount: counts.bounced,
        contactedLeadsCount: counts.contacted,
      },
      settings: { isEnabledStopFollowUpsOnReply: stops },
    },
    stats: { steps: sent.map((count, at) => ({ index: at, sent: count, replied: 0 })) },
    steps,
  }) as unknown as Figures;

describe('whom a change of a running campaign can reach', () => {
  it.each([
    ['all, where no one was written to', 755, figures({ contacted: 0 }), 755],
    ['not who replied or bounced', 755, figures({ replied: 68, bounced: 19, contacted: 755 }), 668],
    [
      'who replied, where that stops nothing',
      755,
      figures({ replied: 68, bounced: 19, contacted: 755 }, { stops: false }),
      736,
    ],
    ['not who is past the change', 755, figures({ replied: 6, contacted: 755 }, { sent: [755, 700] }), 55],
    [
      'whoever is past, where a later step is new',
      10,
      figures({ contacted: 10 }, { sent: [10, 9], steps: [3] }),
      10,
    ],
    [
      'whoever is past, where the signature changes',
      10,
      { ...figures({ contacted: 10 }, { sent: [10, 9] }), steps: undefined },
      10,
    ],
    ['all, where leads are gone that were counted', 50, figures({ replied: 20, contacted: 51 }), 50],
    ['all, where nothing is known', 50, { campaign: undefined, stats: undefined, steps: undefined }, 50],
  ])('%s', (_, leads, known, people) => {
    expect(reachIn(leads, known).people).toBe(people);
  });

  /** Each lead: how many emails it had, and whether it replied or bounced. */
  const lead = fc.record({
    had: fc.integer({ min: 0, max: 3 }),
    ends: fc.constantFrom('reply', 'bounce', undefined),
  });

  it('is never fewer than can still get it', () => {
    fc.assert(
      fc.property(fc.array(lead, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), (leads, step) => {
        const ended = leads.filter(({ had, ends }) => had > 0 && ends !== undefined);
        const count = (why: string) => ended.filter(({ ends }) => ends === why).length;
        const known = figures(
          {
            replied: count('reply'),
            bounced: count('bounce'),
            contacted: leads.filter(({ had }) => had > 0).length,
          },
          {
            sent: [1, 2, 3].map((nth) => leads.filter(({ had }) => had >= nth).length),
            steps: [step],
          },
        );
        const due = leads.filter((one) => !ended.includes(one) && one.had < step).length;
        expect(reachIn(leads.length, known).people).toBeGreaterThanOrEqual(due);
      }),
    );
  });
});
