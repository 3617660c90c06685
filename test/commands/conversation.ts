import { savedOnce } from '../saved-once.ts';
import type { TestWorld } from '../world.ts';

/** A campaign of forty leads that ran for three weeks: some of them answered. */
export async function campaignWithReplies(world: TestWorld): Promise<number> {
  const { id } = (await world.outreach('campaigns create Autumn --json')).json<{ id: number }>();
  const people = Array.from({ length: 40 }, (_, index) => `p${index}@lumen${index}.example,Ana${index}`);
  await world.outreach(`leads import - --campaign ${id}`, {
    stdin: ['email,First Name', ...people].join('\n'),
  });
  const { items } = (await world.outreach('senders list --connected --json')).json<{
    items: { id: number }[];
  }>();
  await world.outreach(['campaigns', 'senders', 'attach', `${id}`, ...items.map((sender) => `${sender.id}`)]);
  const stdin = '--- step ---\nSubject: A question\n\nHello {firstName}\n';
  await world.outreach(`campaigns sequence set ${id} -`, { stdin });
  await world.outreach(`campaigns schedule ${id} --days mon-fri --from 09:00 --to 17:00`);
  await world.outreach(`campaigns resume ${id} --yes`);
  await world.sandbox.advance(21 * 86_400_000);
  return id;
}

/** A world that begins with it as campaign 1. */
export const withReplies = savedOnce(campaignWithReplies);
