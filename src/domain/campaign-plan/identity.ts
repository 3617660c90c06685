import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { type CampaignFields, sameValue } from '../campaign-file/campaign-fields.ts';
import { type LockEntry, type LockedFiles, storedValue } from '../campaign-file/lock.ts';
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

interface NamedFile {
  readonly file: string;
  readonly fields: CampaignFields;
}

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
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const inFolder = new Set(files.map(({ file }) => file));
  const locked = byLock(files, lock, campaigns);
  const matches = new Map<string, Match>(
    [...locked].map(([file, { id, base, formerFile }]) => [
      file,
      { id, base, ...(formerFile !== undefined && { formerFile }) },
    ]),
  );
  const taken = new Set([...matches.values()].map(({ id }) => id));
  const removed = new Map(
    [...lock]
      .filter(([file, entry]) => !inFolder.has(file) && !taken.has(entry.id))
      .filter(([, entry]) => isThat(entry, byId.get(entry.id)))
      .map(([file, entry]) => [entry.id, { file, base: entry.base }]),
  );
  const unmatched = files.filter(({ file }) => !matches.has(file));
  for (const file of files)
    if (isRenamed(file, locked.get(file.file))) refuseCopies(file.file, file.fields, files);
  refuseNamesakes(unmatched);
  for (const { file, fields } of unmatched) {
    const named = campaigns.filter(({ id, name }) => name === fields.get('name') && !taken.has(id));
    const renamed = named.filter(({ id }) => removed.has(id));
    const [found] = only(file, renamed.length === 1 ? renamed : named);
    if (!found) refuseCopies(file, fields, files);
    const entry = lock.get(file);
    const own = entry && taken.has(entry.id) ? undefined : entry;
    matches.set(file, matchOf(found, own, found && removed.get(found.id)));
    if (found) removed.delete(found.id);
  }
  return { files: matches, removed: new Map([...removed].map(([id, { file }]) => [id, file])) };
}

/** What the lock says of a file, perhaps under the name that the file had before. */
type LockedMatch = LockEntry & { readonly formerFile?: string };

/** By the lock, whatever a campaign is called, unless files were renamed. Throws `usage` for two files of one campaign. */
export function byLock(
  files: readonly NamedFile[],
  lock: LockedFiles,
  campaigns: readonly ListedCampaign[],
): Map<string, LockedMatch> {
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const open = new Map([...lock].filter(([, entry]) => isThat(entry, byId.get(entry.id))));
  const matches = new Map<string, LockedMatch>();
  const take = (file: string, former: string | undefined) => {
    const entry = former === undefined ? undefined : open.get(former);
    if (former === undefined || entry === undefined) return;
    matches.set(file, former === file ? entry : { ...entry, formerFile: former });
    open.delete(former);
  };
  for (const file of files) if (isNamedAs(file, open.get(file.file))) take(file.file, file.file);
  for (const file of files) if (!matches.has(file.file)) take(file.file, formerName(file, open, files));
  for (const { file } of files) if (!matches.has(file)) take(file, file);
  refuseTwice(matches);
  return matches;
}

const isNamedAs = ({ fields }: NamedFile, entry: LockEntry | undefined): boolean =>
  entry !== undefined && sameValue(entry.base.get('name'), storedValue(fields.get('name') ?? null));

const isRenamed = (file: NamedFile, entry: LockEntry | undefined): boolean =>
  entry?.base.has('name') === true && !isNamedAs(file, entry);

/** The only other file whose campaign has the name of this one, if it is gone or has the name of yet another. */
function formerName(file: NamedFile, open: LockedFiles, files: readonly NamedFile[]): string | undefined {
  const named = [...open].filter(([, entry]) => isNamedAs(file, entry));
  const [former] = named.length === 1 ? (named[0] ?? []) : [];
  const there = files.find((one) => one.file === former);
  if (there === undefined) return former;
  const isMoved = [...open].some(([other, entry]) => other !== former && isNamedAs(there, entry));
  return isMoved ? former : undefined;
}

function matchOf(
  found: ListedCampaign | undefined,
  entry: LockEntry | undefined,
  former: { readonly file: string; readonly base: CampaignFields } | undefined,
): Match {
  if (!found) return { id: null, ...(entry && { gone: entry.id }) };
  if (former) return { id: found.id, base: former.base, formerFile: former.file };
  return { id: found.id, adopted: true };
}

/** After a reset another campaign can have the id: it was created at another time. */
export function isThat({ createdAt }: LockEntry, campaign: ListedCampaign | undefined): boolean {
  if (!campaign) return false;
  if (createdAt === null || campaign.createdAt === null) return true;
  return createdAt === campaign.createdAt || Date.parse(createdAt) === Date.parse(campaign.createdAt);
}

function refuseTwice(matches: ReadonlyMap<string, LockEntry>): void {
  const files = new Map<number, string>();
  for (const [file, { id }] of matches) {
    const other = files.get(id);
    if (other !== undefined)
      throw new Failure('bad_campaign_file', `${other} and ${file} are both of campaign ${id} in the lock`, {
        hint: 'Take one of the two files away, or its entry in the lock.',
      });
    files.set(id, file);
  }
}

function refuseNamesakes(files: readonly NamedFile[]): void {
  const names = new Map<unknown, string>();
  for (const { file, fields } of files) {
    const name = fields.get('name');
    const other = names.get(name);
    if (other !== undefined)
      throw new Failure(
        'bad_campaign_file',
        `${other} and ${file} have the same name, ${JSON.stringify(name)}, and the lock has neither`,
        { hint: 'Give one of them another name: a campaign without a lock is found by its name.' },
      );
    names.set(name, file);
  }
}

/** A second campaign of one name is made by hand: a copy of a file is more often a slip. */
function refuseCopies(file: string, fields: CampaignFields, files: readonly NamedFile[]): void {
  const name = fields.get('name');
  const other = files.find((one) => one.file !== file && one.fields.get('name') === name);
  if (other)
    throw new Failure(
      'bad_campaign_file',
      `${other.file} and ${file} have the same name, ${JSON.stringify(name)}, and there is one campaign of that name`,
      { hint: 'Give the new one another name: without a lock a campaign is found by its name.' },
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
