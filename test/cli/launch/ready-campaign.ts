import { savedOnce } from '../../saved-once.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';

export const copy =
  '--- step ---\nSubject: A question, {firstName}\n\nHello {firstName} of {company}. To opt out, reply "unsubscribe".\n\nAcme Ltd, 12 Main St, Springfield, IL 62701\n';

export const people = (count: number) =>
  [
    'email,First Name,Company',
    ...Array.from({ length: count }, (_, at) => `ana${at}@firm${at}.example,Ana,Firm`),
  ].join('\n');

/** Campaign 1, which breaks no rule. */
export async function makeReady<W extends TestWorld>(world: W, leads = people(3)): Promise<W> {
  for (const [line, stdin = ''] of [
    ['campaigns create Autumn'],
    ['leads import - --campaign 1', leads],
    ['campaigns sequence set 1 -', copy],
    ['campaigns senders attach 1 1 2'],
    ['campaigns schedule 1 --days mon-fri'],
  ])
    await world.outreach(line ?? '', { stdin });
  world.requests.length = 0;
  return world;
}

const ready = new Map<string, ReturnType<typeof savedOnce>>();

/** `options` may name another world to begin with, such as one that has started. */
export async function readyCampaign(options: WorldOptions = {}, leads = people(3)): Promise<TestWorld> {
  const made = ready.get(leads) ?? savedOnce((world) => makeReady(world, leads));
  ready.set(leads, made);
  return newWorld({ ...options, saved: options.saved ?? (await made()) });
}
