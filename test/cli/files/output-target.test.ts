import { expect, it } from 'vitest';
import { checkOutput, outputTarget } from '../../../src/cli/files/output-target.ts';

const platform = 'linux';

it('no device is the place of a file; what is not wanted goes nowhere', async () => {
  await expect(outputTarget({ cwd: '/dev', platform }, 'zero')).rejects.toThrow(
    'cannot write zero: it is a device',
  );
  await expect(checkOutput({ cwd: '/', platform }, '/dev/zero')).rejects.toThrow('it is a device');
  await expect(checkOutput({ cwd: '/', platform }, '/dev/null')).resolves.toBeUndefined();
  await expect(checkOutput({ cwd: '/', platform }, '/dev/stdout')).resolves.toBeUndefined();
});

it.each([
  ['con', 'con is a device on Windows'],
  ['out/NUL.csv', 'NUL.csv is a device on Windows'],
  ['Lpt1 .txt', 'is a device on Windows'],
  ['out/a:b.csv', 'a name with a colon'],
  ['D:\\leads:old.csv', 'a name with a colon'],
])('on Windows %s is not the place of a file', async (name, reason) => {
  await expect(outputTarget({ cwd: '/', platform: 'win32' }, name)).rejects.toThrow(reason);
  await expect(outputTarget({ cwd: '/', platform }, name)).resolves.toMatchObject({ name });
});

it.each(['leads.csv', 'C:\\Temp\\leads.csv', 'c:leads.csv', 'console.csv', 'com.csv', 'NUL', 'nul'])(
  'on Windows %s can be written to',
  async (name) => {
    await expect(checkOutput({ cwd: '/', platform: 'win32' }, name)).resolves.toBeUndefined();
  },
);
