import { describe, expect, it } from 'vitest';
import { timeLeft } from '../../src/base/duration.ts';
import { createMeter } from '../../src/cli/messages/meter.ts';
import { testClock } from '../world.ts';

function metered(stream: { isTTY?: true }, total?: number, before = 0) {
  const clock = testClock();
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const meter = createMeter({
    clock,
    stream,
    say,
    label: 'Sending',
    unit: 'leads',
    ...(total !== undefined && { total }),
    before,
  });
  return { clock, lines, meter };
}

describe('a meter', () => {
  it('says a line every ten seconds where there is no terminal: how many, how fast, how long, waiting for what', () => {
    const { clock, lines, meter } = metered({}, 1_000_000);
    for (let done = 0; done <= 250_000; done += 1000) {
      meter.at(done, 'the service');
      clock.advance(100);
    }
    expect(lines).toEqual([
      'Sending: 100,000 of 1,000,000 leads, 10,000 a second, 1 min 30 s left, waiting for the service',
      'Sending: 200,000 of 1,000,000 leads, 10,000 a second, 1 min 20 s left, waiting for the service',
    ]);
  });

  it('says how fast it goes now, not since the beginning', () => {
    const { clock, lines, meter } = metered({});
    for (const [seconds, perSecond] of [
      [30, 1000],
      [30, 10],
    ] as const)
      for (let second = 0, from = lines.length === 0 ? 0 : 30_000; second < seconds; second++) {
        clock.advance(1000);
        meter.at(from + (second + 1) * perSecond, 'the service');
      }
    expect(lines.at(0)).toBe('Sending: 10,000 leads, 1,000 a second, waiting for the service');
    expect(lines.at(-1)).toBe('Sending: 30,300 leads, 10 a second, waiting for the service');
  });

  it('does not count what was done before it began', () => {
    const { clock, lines, meter } = metered({ isTTY: true }, 1000, 900);
    clock.advance(1000);
    meter.at(950, 'the disk');
    expect(lines).toEqual(['Sending: 950 of 1,000 leads, 50 a second, 1 s left, waiting for the disk']);
  });

  it('writes times as people say them', () => {
    expect([0.2, 59, 61, 7500].map(timeLeft)).toEqual(['1 s', '59 s', '1 min 1 s', '2 h 5 min']);
  });
});
