import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line, for whoever reads only the end of a log. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string) => states.filter((each) => each === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken} failed\n`);
  }
}
