import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { type CampaignFields, sameValue } from '../campaign-file/campaign-fields.ts';
import { type LockEntry, type LockedFiles, storedValue } from '../campaign-file/lock.ts';
import type { CampaignFile } from '../campaign-file/read-campaign-file.ts';
import type { ListedCampaign } from './plan.ts';

export interface Match {
  /** Null: none, so it is to be created. */
  readonly id: number | null;
  /** What was applied to it last; absent where nothing was. */
  readonly base?: CampaignFields | undefined;
  readonly adopted?: true;
  readonly gone?: number;
  readonly formerFile?: string;
}

type NamedFile = Pick<CampaignFile, 'file' | 'fields'>;

/** The campaign in the lock, else the only free one of that name. Throws `usage` for two files of one, else `conflict`. */
export function identify(
  files: readonly NamedFile[],
  lock: LockedFiles,
  campaigns: readonly ListedCampaign[],
): {
  /** By the name of the file. */
  readonly files: ReadonlyMap<string, Match>;
  /** By the id of a campaign, the file that it had and that is no longer in the folder. */
  readonly removed: ReadonlyMap<number, string>;
} {
  const { matches: locked, open } = byLock(files, lock, campaigns);
  const taken = new Set([...locked.values()].map(({ id }) => id));
  const matches = new Map<string, Match>();
  for (const file of files) {
    const entry = locked.get(file.file);
    if (entry && !isNamedAs(file, entry)) refuseCopies(file, files);
    if (entry) matches.set(file.file, entry);
  }
  for (const file of files) {
    if (matches.has(file.file)) continue;
    const named = campaigns.filter(({ id, name }) => name === file.fields.get('name') && !taken.has(id));
    const [found] = only(file.file, named);
    if (found) {
      matches.set(file.file, { id: found.id, adopted: true });
      taken.add(found.id);
      continue;
    }
    refuseCopies(file, files);
    const gone = lock.get(file.file)?.id;
    matches.set(file.file, { id: null, ...(gone !== undefined && !taken.has(gone) && { gone }) });
  }
  const inFolder = new Set(files.map(({ file }) => file));
  const removed = new Map<number, string>();
  for (const [file, { id }] of open) if (!inFolder.has(file) && !taken.has(id)) removed.set(id, file);
  return { files: matches, removed };
}

/** By the lock, else by exact name; of several, the file that ends with the id. Throws `usage` for two files of one. */
export function filesOfCampaigns<F extends NamedFile>(
  files: readonly F[],
  lock: LockedFiles,
  campaigns: readonly ListedCampaign[],
): ReadonlyMap<number, F> {
  const { matches } = byLock(files, lock, campaigns);
  const found = new Map<number, F>();
  const free = new Set<F>();
  for (const file of files) {
    const id = matches.get(file.file)?.id;
    if (id === undefined) free.add(file);
    else found.set(id, file);
  }
  const others = campaigns.filter(({ id }) => !found.has(id)).sort((a, b) => Number(a.id) - Number(b.id));
  for (const isExact of [true, false])
    for (const { id, name } of others) {
      if (found.has(id)) continue;
      const end = isExact ? `-${id}.md` : '';
      const file = [...free].find((one) => one.fields.get('name') === name && one.file.endsWith(end));
      if (file === undefined) continue;
      found.set(id, file);
      free.delete(file);
    }
  return found;
}

/** Whatever a campaign is called, unless files were renamed; `open` is what is left. Throws `usage` for two files of one. */
function byLock(files: readonly NamedFile[], lock: LockedFiles, campaigns: readonly ListedCampaign[]) {
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const open = new Map([...lock].filter(([, entry]) => isThat(entry, byId.get(entry.id))));
  const matches = new Map<string, LockedMatch>();
  const take = (file: string, former: string | undefined) => {
    const entry = former === undefined ? undefined : open.get(former);
    if (former === undefined || entry === undefined) return;
    const [other] = [...matches].find(([, { id }]) => id === entry.id) ?? [];
    if (other !== undefined)
      throw new Failure(
        'bad_campaign_file',
        `${other} and ${file} are both of campaign ${entry.id} in the lock`,
        { hint: 'Take one of the two files away, or its entry in the lock.' },
      );
    const { id, base } = entry;
    matches.set(file, { id, base, ...(former !== file && { formerFile: former }) });
    open.delete(former);
  };
  for (const file of files) if (isNamedAs(file, open.get(file.file))) take(file.file, file.file);
  for (const file of files) if (!matches.has(file.file)) take(file.file, formerName(file, open, files));
  for (const { file } of files) if (!matches.has(file)) take(file, file);
  return { matches, open };
}

type LockedMatch = Pick<LockEntry, 'id' | 'base'> & { readonly formerFile?: string };

const isNamedAs = ({ fields }: NamedFile, entry: LockedMatch | undefined): boolean =>
  entry !== undefined && sameValue(entry.base.get('name'), storedValue(fields.get('name') ?? null));

/** The only other file whose campaign has the name of this one, if it is gone or has the name of yet another. */
function formerName(file: NamedFile, open: LockedFiles, files: readonly NamedFile[]): string | undefined {
  const named = [...open].filter(([, entry]) => isNamedAs(file, entry));
  const [former] = named.length === 1 ? (named[0] ?? []) : [];
  const there = files.find((one) => one.file === former);
  if (there === undefined) return former;
  const isMoved = [...open].some(([other, entry]) => other !== former && isNamedAs(there, entry));
  return isMoved ? former : undefined;
}

/** After a reset another campaign can have the id: it was created at another time. */
export function isThat({ createdAt }: LockEntry, campaign: ListedCampaign | undefined): boolean {
  if (!campaign) return false;
  if (createdAt === null || campaign.createdAt === null) return true;
  return createdAt === campaign.createdAt || Date.parse(createdAt) === Date.parse(campaign.createdAt);
}

/** A second campaign of one name is made by hand: a copy of a file is more often a slip. */
function refuseCopies({ file, fields }: NamedFile, files: readonly NamedFile[]): void {
  const name = fields.get('name');
  const other = files.find((one) => one.file !== file && one.fields.get('name') === name);
  if (other)
    throw new Failure(
      'bad_campaign_file',
      `${other.file} and ${file} have the same name, ${JSON.stringify(name)}`,
      { hint: 'Give one of them another name: a campaign without a lock is found by its name.' },
    );
}

function only(file: string, named: readonly ListedCampaign[]): readonly ListedCampaign[] {
  if (named.length <= 1) return named;
  const ids = named.map(({ id }) => id);
  throw new Failure(
    'ambiguous_campaign',
    `${file}: ${counted(named.length, 'campaign has', 'campaigns have')} the name ${JSON.stringify(named[0]?.name)}: ${ids.join(', ')}`,
    { hint: 'Pull the one that is meant into the folder by its id, or rename the others.', extra: { ids } },
  );
}
