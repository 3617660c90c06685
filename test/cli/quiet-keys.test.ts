import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { withQuietKeys } from '../../src/cli/consent/fresh-keys.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('shows and keeps no key that is typed meanwhile, and hears Ctrl-C', async () => {
  const modes: boolean[] = [];
  const stdin: PassThrough & { setRawMode(raw: boolean): unknown } = Object.assign(new PassThrough(), {
    setRawMode: (raw: boolean) => modes.push(raw),
  });
  const stops: string[] = [];
  const stopAfter = (ms: number, { code }: { code: string }) => {
    stops.push(`${code} after ${ms}`);
    return () => undefined;
  };
  const result = await withQuietKeys({ stdin, stopAfter }, async () => {
    expect(modes).toEqual([true]);
    stdin.write('sss');
    await turn();
    expect(stops).toEqual([]);
    stdin.write('s\u0003');
    await turn();
    return 'done';
  });
  expect([result, modes, stops, stdin.isPaused()]).toEqual([
    'done',
    [true, false],
    ['interrupted after 0'],
    true,
  ]);
  await expect(withQuietKeys({ stdin, stopAfter }, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect([modes.at(-1), stdin.listenerCount('data'), stdin.read()]).toEqual([false, 0, null]);
});
