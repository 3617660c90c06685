import type { LockedFiles } from '../campaign-file/lock.ts';
import type { CampaignFile } from '../campaign-file/read-campaign-file.ts';
import { byLock } from './identity.ts';
import type { ListedCampaign } from './plan.ts';

/** By the lock, else by exact name; of several, the file that ends with the id. Throws `usage` for two files of one. */
export function filesOfCampaigns(
  files: readonly CampaignFile[],
  lock: LockedFiles,
  campaigns: readonly ListedCampaign[],
): ReadonlyMap<number, CampaignFile> {
  const locked = byLock(files, lock, campaigns);
  const found = new Map<number, CampaignFile>();
  const free = new Set<CampaignFile>();
  for (const file of files) {
    const entry = locked.get(file.file);
    if (entry) found.set(entry.id, file);
    else free.add(file);
  }
  const open = campaigns.filter(({ id }) => !found.has(id)).sort((a, b) => Number(a.id) - Number(b.id));
  const take = (id: number, isIts: (file: CampaignFile) => boolean) => {
    const file = [...free].find(isIts);
    if (!file) return;
    found.set(id, file);
    free.delete(file);
  };
  for (const { id, name } of open)
    take(id, ({ file, fields }) => fields.get('name') === name && file.endsWith(`-${id}.md`));
  for (const { id, name } of open) if (!found.has(id)) take(id, ({ fields }) => fields.get('name') === name);
  return found;
}
