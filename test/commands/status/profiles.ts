import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Transport, WireFailure, type WireRequest } from '../../../src/contract/wire.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';

const keyOf = (name: string) => `run_SANDBOX0_${name.padEnd(40, '0')}`;
export const places = {
  acme: keyOf('ReadAndWrite'),
  berlin: keyOf('ChildWorkspace'),
  zephyr: keyOf('Revoked'),
  northwind: keyOf('NoAnswer'),
  lumen: keyOf('Html'),
};

interface ProfilesOptions extends WorldOptions {
  /** Waited for before a request is answered. */
  before?(request: WireRequest): Promise<void>;
}

/** Profiles at one address: of the sandbox, and of services that are broken in three ways. */
export async function worldOfProfiles(keys: Readonly<Record<string, string>>, options: ProfilesOptions = {}) {
  const answers: number[] = [];
  const network: Transport = async (request, signal) => {
    await options.before?.(request);
    const key = JSON.stringify(request.headers);
    if (key.includes(places.northwind)) throw new WireFailure('refused', false, 'ECONNREFUSED');
    if (key.includes(places.lumen))
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><h1>Wartung</h1></html>' };
    const answer = await world.sandbox.transport(request, signal);
    answers.push(answer.status);
    return answer;
  };
  const world: TestWorld = await newWorld({ network, ...options });
  const baseUrl = 'http://127.0.0.1:4000/r';
  const named = <T>(keys: Readonly<Record<string, string>>, value: (key: string) => T) =>
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, value(key)]));
  const store = (file: string, data: object) =>
    writeFileSync(join(world.home, file), JSON.stringify(data), { mode: 0o600 });
  const save = (keys: Readonly<Record<string, string>>) => {
    store('config.json', { profiles: named(keys, () => ({ baseUrl })) });
    store('keys.json', { keys: named(keys, (key) => ({ key, origin: 'http://127.0.0.1:4000' })) });
  };
  save(keys);
  return { world, answers, save };
}
