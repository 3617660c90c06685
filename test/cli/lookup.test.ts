import { describe, expect, it } from 'vitest';
import { lookup, type Resolver } from '../../src/cli/outside/dns-lookup.ts';

const none = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }));
const still = new AbortController().signal;

const servers = (parts: Partial<Resolver>): Resolver => ({
  resolve4: none,
  resolve6: none,
  cancel: () => undefined,
  ...parts,
});

describe('looking a name up', () => {
  it('gives the addresses of both families', async () => {
    const asked: string[] = [];
    const resolver = servers({
      resolve4: async (name) => {
        asked.push(name);
        return ['8.8.8.8'];
      },
      resolve6: async () => ['2606:4700::1'],
    });
    expect(await lookup('acme.com', still, resolver)).toEqual(['8.8.8.8', '2606:4700::1']);
    expect(asked).toEqual(['acme.com']);
  });

  it('does with one family', async () => {
    expect(await lookup('acme.com', still, servers({ resolve4: async () => ['8.8.8.8'] }))).toEqual([
      '8.8.8.8',
    ]);
    expect(await lookup('acme.com', still, servers({ resolve6: async () => ['::1'] }))).toEqual(['::1']);
  });

  it('rejects where there is none', async () => {
    await expect(lookup('acme.com', still, servers({}))).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('stops asking when the command is interrupted', async () => {
    const stop = new AbortController();
    let refuse: (error: Error) => void = () => undefined;
    const waiting = () => new Promise<string[]>((_, reject) => (refuse = reject));
    const resolver = servers({ resolve4: waiting, cancel: () => refuse(new Error('queryA ECANCELLED')) });
    const looking = lookup('acme.com', stop.signal, resolver);
    stop.abort(new Error('interrupted'));
    await expect(looking).rejects.toThrow('interrupted');
    await expect(lookup('acme.com', stop.signal, resolver)).rejects.toThrow('interrupted');
  });
});
