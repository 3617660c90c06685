import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line, and one for each reason to skip tests. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const results = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result()));
    const count = (state: string) => results.filter((each) => each.state === state).length;
    const notes = results.flatMap((result) => (result.state === 'skipped' && result.note) || []);
    for (const note of new Set(notes))
      process.stdout.write(`\n${notes.filter((each) => each === note).length} skipped: ${note}`);
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken} failed\n`);
  }
}
