import type { Reporter, TestCase, TestModule } from 'vitest/node';

const mostNamed = 20;

/** Closes a run: what was skipped and why, what has grown slow, and one plain line of what passed and failed. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const results = tests.map((test) => test.result());
    const count = (state: string) => results.filter((each) => each.state === state).length;
    const notes = results.flatMap((result) => (result.state === 'skipped' && result.note) || []);
    for (const note of new Set(notes))
      process.stdout.write(`\n${notes.filter((each) => each === note).length} skipped: ${note}`);
    for (const line of grownSlow(tests)) process.stdout.write(`\n${line}`);
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed') + broken} failed${leftOut(tests)}\n`,
    );
  }
}

/** One that a defect needs is slow as well. */
const isSlow = ({ tags }: TestCase) => tags.length > 0;

/** What `npm test` does not run: it chooses by the tag. */
function leftOut(tests: readonly TestCase[]): string {
  const isFast = tests[0]?.project.vitest.config.tagsFilter?.some((filter) => filter.startsWith('!slow'));
  const left = isFast ? tests.filter((test) => isSlow(test) && test.options.mode === 'skip').length : 0;
  return left === 0 ? '' : `; ${left} slow ones were left out (npm run test:slow)`;
}

/** A report and no failure: machines differ. */
function grownSlow(tests: readonly TestCase[]): string[] {
  const grown = tests
    .filter((test) => test.diagnostic()?.slow && !isSlow(test))
    .map((test) => ({ test, ms: Math.round(test.diagnostic()?.duration ?? 0) }))
    .sort((a, b) => b.ms - a.ms);
  if (grown.length === 0) return [];
  const named = grown
    .slice(0, mostNamed)
    .map(({ test, ms }) => `  ${ms} ms  ${test.module.relativeModuleId} > ${test.fullName}`);
  const more = grown.length > mostNamed ? [`  and ${grown.length - mostNamed} more`] : [];
  return [`Over 0.3 s without the tag slow: ${grown.length}`, ...named, ...more];
}
