import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobsThatCount, KnownVerdicts } from '../../../src/domain/address/known-verdicts.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-26T12:00:00Z');
const ago = (days: number) => new Date(now - days * day).toISOString();

describe('jobs that count', () => {
  it.each([
    [{ status: 'completed', finishedAt: ago(0) }, true],
    [{ status: 'completed', finishedAt: ago(180) }, true],
    [{ status: 'completed', finishedAt: ago(180.01) }, false],
    [{ status: 'canceled', finishedAt: ago(5) }, true],
    [{ status: 'failed', createdAt: ago(5) }, true],
    [{ status: 'Running', createdAt: ago(5) }, false],
    [{ status: 'queued' }, false],
    [{ status: 'queued', finishedAt: ago(1) }, true],
    [{ status: 'DONE', createdAt: ago(5) }, true],
    [{ status: 7, createdAt: 'long ago' }, true],
    [{}, true],
  ])('are those that have ended within 180 days: %o', (job, counts) => {
    expect(jobsThatCount([job], now)).toEqual(counts ? [job] : []);
  });

  it('come the newest end first', () => {
    const jobs = [
      {},
      { finishedAt: ago(9) },
      { finishedAt: ago(2), createdAt: ago(90) },
      { createdAt: ago(5) },
    ];
    expect(jobsThatCount(jobs, now)).toEqual([jobs[2], jobs[3], jobs[1], jobs[0]]);
  });
});

describe('records', () => {
  it.each([
    [{ email: 'ana@a.example', status: 'invalid' }, 'invalid'],
    [{ email: ' ANA@A.example ', status: 'catchAll' }, 'risky'],
    [{ emailAddress: 'ana@a.example', result: 'deliverable', status: 'completed' }, 'valid'],
    [{ address: 'ana@a.example', verdict: 'do_not_mail' }, 'invalid'],
    [{ email: 'ana@a.example', status: 'pending' }, undefined],
    [{ email: 'ana@a.example', status: 'canceled' }, undefined],
    [{ email: 'bo@a.example', status: 'invalid' }, undefined],
    [{ email: 'bo@a.example', status: 'odd' }, undefined],
  ])('are understood: %o', (record, verdict) => {
    const known = new KnownVerdicts();
    known.ask('Ana@a.example', undefined);
    known.learn(record);
    expect([known.of('ana@a.example')?.verdict, known.strange]).toEqual([verdict, 0]);
  });

  it.each([
    [null],
    ['ana@a.example'],
    [[]],
    [{}],
    [{ status: 'invalid' }],
    [{ email: 7, status: 'invalid' }],
    [{ email: 'ana@a.example' }],
    [{ email: 'ana@a.example', status: 3 }],
    [{ email: 'ana@a.example', status: 'odd' }],
    [{ email: { address: 'ana@a.example' }, status: {} }],
  ])('are skipped and counted: %o', (record) => {
    const known = new KnownVerdicts();
    known.ask('ana@a.example', undefined);
    known.learn(record);
    expect([known.of('ana@a.example'), known.strange, known.open]).toEqual([undefined, 1, 1]);
  });
});

it('holds of each address what the newest job says, else its column', () => {
  const verdict = fc.constantFrom('invalid', 'risky', 'valid', undefined);
  const person = fc.integer({ min: 0, max: 5 });
  const job = fc.record({
    days: fc.integer({ min: 0, max: 400 }),
    records: fc.array(fc.tuple(person, verdict), { maxLength: 6 }),
  });
  const distinct = { selector: ({ days }: { days: number }) => days, maxLength: 6 };
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(person, verdict), { selector: ([at]) => at }),
      fc.uniqueArray(job, distinct),
      (columns, jobs) => {
        const known = new KnownVerdicts();
        for (const [at, column] of columns) known.ask(`p${at}@a.example`, column);
        const stored = jobs.map(({ days, records }) => ({
          finishedAt: ago(days),
          status: 'completed',
          records,
        }));
        for (const { records } of jobsThatCount(stored, now))
          for (const [at, status] of records)
            known.learn({ email: `P${at}@a.example`, status: status ?? 'pending' });
        const expected = columns.map(([at, column]) => {
          const ofJobs = jobs
            .filter(({ days }) => days <= 180)
            .sort((a, b) => a.days - b.days)
            .flatMap(({ records }) =>
              records.filter(([of, found]) => of === at && found).map(([, found]) => found),
            );
          if (ofJobs[0]) return { verdict: ofJobs[0], source: 'job' };
          return column && { verdict: column, source: 'column' };
        });
        expect(columns.map(([at]) => known.of(`p${at}@a.example`))).toEqual(expected);
        expect(known.open).toBe(expected.filter((one) => one?.source !== 'job').length);
        const counted = known.counts().flatMap(({ known: one, count }) => Array(count).fill(one));
        const sorted = (some: readonly unknown[]) => some.map((one) => JSON.stringify(one ?? null)).sort();
        expect(sorted(counted)).toEqual(sorted(expected));
      },
    ),
  );
});
