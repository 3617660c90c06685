import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { command } from '../../../src/cli/declare/command.ts';
import { arg, opt } from '../../../src/cli/declare/params.ts';
import { text } from '../../../src/cli/declare/view.ts';
import { readFolder } from '../../../src/commands/campaigns/files/read-folder.ts';
import { campaigns } from '../../../src/contract/areas/campaigns.ts';
import type { CampaignFile } from '../../../src/domain/campaign-file/read-campaign-file.ts';
import { newWorld } from '../../world.ts';

/** The program with one more command, `read <folder>`; `files` are those that it read last. */
export async function readingWorld() {
  const seen: { files: readonly CampaignFile[] } = { files: [] };
  const read = command({
    name: 'read',
    summary: 'Read a folder of campaign files',
    uses: [campaigns.list],
    tool: 'read',
    args: { folder: arg.folder('of campaigns'), values: opt.file('of the profile', 'campaign') },
    examples: ['outreach read campaigns/'],
    async run(context, { folder, values }) {
      seen.files = (await readFolder(context, folder, { values })).files;
    },
    view: () => text(''),
  });
  const world = await newWorld({
    commands: [{ name: 'read', summary: 'Read', section: 'X', load: async () => read }],
  });
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(world.home, path)), { recursive: true });
    await writeFile(join(world.home, path), content);
  };
  return { ...world, seen, write };
}
