import { describe, expect, it } from 'vitest';
import { replaceFile } from '../../../src/cli/files/write-file.ts';
import { testClock } from '../../world.ts';

describe('a file that takes the place of another', () => {
  /** The kernel refuses to rename these: EPERM, as Windows says of a file that another program has open. */
  const replaced = async (platform: 'win32' | 'linux') => {
    const clock = testClock();
    const target = { name: 'report.csv', path: '/proc/cpuinfo', mode: undefined };
    const outcome = replaceFile({ cwd: '/', clock, platform }, '/proc/version', target);
    const message = await outcome.then(
      () => 'replaced',
      (error: Error) => error.message,
    );
    return { message, slept: clock.slept };
  };

  it('waits on Windows for a program that has it open, and names the file', async () => {
    expect(await replaced('win32')).toEqual({
      message: 'cannot write report.csv: another program has it open',
      slept: [100, 200, 300],
    });
    expect(await replaced('linux')).toEqual({
      message: 'cannot write report.csv: permission denied',
      slept: [],
    });
  });
});
