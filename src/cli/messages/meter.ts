import type { Clock } from '../../base/clock.ts';
import { grouped } from '../../base/counted.ts';
import { timeLeft } from '../../base/duration.ts';
import type { OutputStream } from '../declare/world.ts';
import { columnsOf } from '../output/text/window.ts';

interface MeterOptions {
  readonly clock: Clock;
  /** On a terminal one line is drawn over and over; elsewhere each is a line for itself, so they come seldom. */
  readonly stream: Pick<OutputStream, 'isTTY' | 'columns'>;
  say(line: string): void;
  /** `Sending`. */
  readonly label: string;
  /** `leads`. */
  readonly unit: string;
  /** How many there will be, where that is known. */
  readonly total?: number;
  /** How many an earlier run has done: they are not part of the rate. */
  readonly before?: number;
}

const terminalMs = 200;
/** Without a terminal: often enough to see that it lives, seldom enough for a log. */
const logMs = 10_000;
/** The rate is that of the last seconds: what counts is how it goes now. */
const windowMs = 15_000;

/** Says now and then how far something long has come: how many, how fast, how much longer, and what holds it up. */
export function createMeter({ clock, stream, say, label, unit, total, before = 0 }: MeterOptions) {
  const pause = stream.isTTY ? terminalMs : logMs;
  const room = stream.isTTY ? columnsOf(stream) - spinnerCells : Number.POSITIVE_INFINITY;
  const marks: { at: number; done: number }[] = [{ at: clock.now(), done: before }];
  let said = clock.now();
  return {
    /** So many are done; `limit` names what it waits for most: `the service`. */
    at(done: number, limit: string) {
      const now = clock.now();
      if (now - said < pause) return;
      said = now;
      marks.push({ at: now, done });
      while (marks.length > 2 && (marks[1]?.at ?? now) <= now - windowMs) marks.shift();
      const [from] = marks;
      const rate = from && now > from.at ? ((done - from.done) / (now - from.at)) * 1000 : 0;
      const reading = { label, unit, done, total, rate, limit };
      const lines = [longLine(reading), longLine({ ...reading, limit: briefly(limit) }), shortLine(reading)];
      say(lines.find((line) => line.length <= room) ?? shortLine({ ...reading, total: undefined }));
    },
  };
}

/** What the progress display puts in front of the line. */
const spinnerCells = 4;

interface Reading extends Pick<MeterOptions, 'label' | 'unit'> {
  readonly done: number;
  readonly total: number | undefined;
  /** A second; 0 where it is not known yet. */
  readonly rate: number;
  readonly limit: string;
}

const longLine = ({ label, unit, done, total, rate, limit }: Reading): string =>
  [
    `${label}: ${amount(done, total)} ${unit}`,
    ...(rate > 0 ? [`${figure(rate)} a second`, ...left(done, total, rate)] : []),
    `waiting for ${limit}`,
  ].join(', ');

/** For a narrow terminal, where the end of a line is cut off. */
const shortLine = ({ done, total, rate, limit }: Reading): string => {
  const pace = rate > 0 ? [`${figure(rate)}/s`, ...left(done, total, rate)] : [];
  return `${[amount(done, total), ...pace].join(', ')}: ${briefly(limit)}`;
};

/** `the rate limit of 600 calls a minute` -> `the rate limit`. */
const briefly = (limit: string): string => limit.split(/ of |,/, 1)[0] ?? limit;

const amount = (done: number, total: number | undefined): string =>
  total === undefined ? grouped(done) : `${grouped(done)} of ${grouped(total)}`;

const figure = (rate: number): string => grouped(rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1)));

const left = (done: number, total: number | undefined, rate: number): string[] =>
  total === undefined ? [] : [`${timeLeft((total - done) / rate)} left`];
