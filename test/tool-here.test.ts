import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { needTools } from './tool-here.ts';

describe('a test that needs a program', () => {
  const skipsOf = (...names: string[]) => {
    const notes: unknown[] = [];
    needTools({ skip: ((note: unknown) => void notes.push(note)) as never }, ...names);
    return notes;
  };
  const withTools = (value: string | undefined) => {
    const before = process.env.OUTREACH_TEST_TOOLS;
    const set = (to: string | undefined) => {
      if (to === undefined) delete process.env.OUTREACH_TEST_TOOLS;
      else process.env.OUTREACH_TEST_TOOLS = to;
    };
    onTestFinished(() => set(before));
    set(value);
  };

  it('runs where the program is installed', () => {
    withTools('1');
    expect(skipsOf('node', 'sh')).toEqual([]);
  });

  it('is skipped where it is not, with a message that names it', () => {
    withTools(undefined);
    expect(skipsOf('node', 'no-such-shell')).toEqual([
      'not installed: no-such-shell (OUTREACH_TEST_TOOLS=1 makes this a failure)',
    ]);
  });

  it('fails with OUTREACH_TEST_TOOLS=1', () => {
    withTools('1');
    expect(() => skipsOf('no-such-shell')).toThrow('not installed: no-such-shell');
  });
});
