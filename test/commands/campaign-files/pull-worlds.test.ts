import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { whole } from '../../sweep/slice.ts';
import { newWorld, type TestWorld } from '../../world.ts';
import { anyCampaign, makeCampaign } from './any-world.ts';

const bytesIn = ({ home }: TestWorld) =>
  readdirSync(join(home, 'camp')).map((name) => [
    name,
    readFileSync(join(home, 'camp', name)).toString('base64'),
  ]);

const actions = async (world: TestWorld) => {
  const { exit, err, json } = await world.outreach('campaigns plan camp --json --detailed-exitcode');
  expect([exit, err]).toEqual([0, '']);
  return json().items.map(({ action, changes }: { action: string; changes: object[] }) => [action, changes]);
};

it('pulls what then plans as empty and pulls as the same bytes, also over the files of another world', {
  tags: 'slow',
}, async () => {
  const world = await newWorld();
  const numRuns = whole ? 200 : 8;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCampaign, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (campaigns, isOver) => {
        world.database.exec('DELETE FROM campaign_sender; DELETE FROM step; DELETE FROM campaign');
        // Without its lock, a file that is there is of the campaign of its name.
        rmSync(join(world.home, 'camp', isOver ? 'outreach.lock.json' : ''), {
          recursive: true,
          force: true,
        });
        if (!isOver) rmSync(join(world.home, 'camp'), { recursive: true, force: true });
        for (const campaign of campaigns) await makeCampaign(world, campaign);
        const pulled = await world.outreach('campaigns pull camp --json');
        expect([pulled.exit, pulled.json().items.length]).toEqual([0, campaigns.length]);
        expect(pulled.err).not.toContain('left out');
        if (!isOver) expect(await actions(world)).toEqual(campaigns.map(() => ['same', []]));
        const bytes = bytesIn(world);
        const again = await world.outreach('campaigns pull camp --json');
        expect(again.json().items.map(({ written }: { written: string }) => written)).toEqual(
          campaigns.map(() => 'same'),
        );
        expect(bytesIn(world)).toEqual(bytes);
      },
    ),
    { numRuns },
  );
});
