import type { World } from '../declare/world.ts';
import type { Carrier } from './carry-profile.ts';

export const carriesNothing: Carrier = {
  text: (text) => text,
  view: (view) => view,
  document: (value) => value,
};

/**
 * By the options of the line. Nothing is added where the profile comes from the environment, which the next line has as
 * well, and in the session of an agent, where every tool goes to the profile of the session.
 */
export async function carrierFor({ argv, agent }: Pick<World, 'argv' | 'agent'>): Promise<Carrier> {
  const end = argv.indexOf('--');
  const own = argv.slice(0, end < 0 ? argv.length : end);
  const at = own.findIndex((word) => /^--profile(?:=|$)/.test(word));
  const profile = own[at]?.includes('=') ? own[at].slice('--profile='.length) : own[at + 1];
  const isNamed = at >= 0 && profile !== undefined;
  if (agent !== undefined || !(isNamed || own.includes('--all-profiles'))) return carriesNothing;
  return (await import('./carry-profile.ts')).carrierOf(isNamed ? profile : undefined);
}
