import { expect, it } from 'vitest';
import { checkOutput, outputTarget } from '../../../src/cli/files/output-target.ts';

it('no device is the place of a file; what is not wanted goes nowhere', async () => {
  await expect(outputTarget({ cwd: '/dev' }, 'zero')).rejects.toThrow('cannot write zero: it is a device');
  await expect(checkOutput({ cwd: '/' }, '/dev/zero')).rejects.toThrow('it is a device');
  await expect(checkOutput({ cwd: '/' }, '/dev/null')).resolves.toBeUndefined();
  await expect(checkOutput({ cwd: '/' }, '/dev/stdout')).resolves.toBeUndefined();
});
