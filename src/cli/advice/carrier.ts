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
export const carrierFor = async ({ argv, agent }: Pick<World, 'argv' | 'agent'>): Promise<Carrier> =>
  agent === undefined && argv.some((word) => /^--(?:all-)?profile/.test(word))
    ? ((await import('./carry-profile.ts')).carrierOf(argv) ?? carriesNothing)
    : carriesNothing;
