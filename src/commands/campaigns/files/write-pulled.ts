import { join } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { Failure, isStop } from '../../../base/errors.ts';
import { type Mark, markOf } from '../../../base/text/encoding.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { fileLimits } from '../../../cli/declare/file-limits.ts';
import * as s from '../../../contract/schema/schema.ts';
import { type CampaignFields, sameValue } from '../../../domain/campaign-file/campaign-fields.ts';
import { campaignFileName } from '../../../domain/campaign-file/file-name.ts';
import type { SenderPattern } from '../../../domain/campaign-file/front-matter.ts';
import {
  type LockEntry,
  type LockedFiles,
  lockName,
  storedValue,
} from '../../../domain/campaign-file/lock.ts';
import type { CampaignFile } from '../../../domain/campaign-file/read-campaign-file.ts';
import { type WrittenFile, writeCampaignFile } from '../../../domain/campaign-file/write-campaign-file.ts';
import { filesOfCampaigns } from '../../../domain/campaign-plan/identity.ts';
import type { LiveCampaign } from '../../../domain/campaign-plan/plan.ts';
import { wantedSenders } from '../../../domain/campaign-plan/senders.ts';
import { notShown } from './live-fields.ts';
import { changeLock, lockPath, ownEntries, readLock } from './lock-file.ts';
import { type OpenFolder, refuseMany } from './read-folder.ts';
import type { Account } from './read-live.ts';

export const pulledFields = s.object({
  file: s.string(),
  campaignId: s.id(),
  written: s.oneOf(['changed', 'same', 'new']),
  saved: s.optional(s.string()),
});

export type Pulled = s.DocumentOf<typeof pulledFields>;

interface PulledFile extends Pulled {
  readonly text: string;
  readonly before: CampaignFile | undefined;
  readonly isLost: boolean;
  readonly entry: LockEntry;
}

interface PulledFiles {
  readonly files: readonly PulledFile[];
  readonly names: readonly string[];
  readonly entries: LockedFiles;
}

interface Pull {
  readonly folder: string;
  readonly names: readonly string[];
  readonly opened: OpenFolder;
  readonly account: Account;
  readonly live: readonly LiveCampaign[];
}

/** What is to be written. Throws what keeps it from being written, and says on stderr what is left out. */
export async function pulledFiles(context: Context, pull: Pull): Promise<PulledFiles> {
  const { folder, names, opened, account, live } = pull;
  const entries = ownEntries(context.service, await readLock(context.files, folder));
  const found = filesOfCampaigns(opened.files, entries, account.campaigns);
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const left = new Map<string, { parts: Set<string>; files: Set<string> }>();
  const files: PulledFile[] = [];
  for (const campaign of [...live].sort((a, b) => Number(a.id) - Number(b.id))) {
    if (!Number.isSafeInteger(campaign.id)) {
      context.screen.warn(
        `Campaign ${campaign.id} is left out: the lock cannot hold an id of more than 15 digits`,
      );
      continue;
    }
    const before = found.get(campaign.id);
    const written = write(before, campaign, { opened, account });
    const file = before?.file ?? campaignFileName(campaign.name ?? '', campaign.id, taken);
    if (typeof written === 'string') {
      context.screen.warn(`Campaign ${campaign.id} is left out: its name cannot be in a file: ${written}`);
      continue;
    }
    taken.add(file);
    for (const { key, references, line, column } of written.resolved)
      context.screen.warn(
        `${file}:${line}:${column}: ${key} has no ${references.join(', ')} any more: the service has another value. If it is right, change ${opened.values.file} and undo this line`,
      );
    for (const { what, why } of written.leftOut) {
      const reason = why.replaceAll(`/campaigns/${campaign.id}`, '/campaigns/:id');
      const { parts, files: of } = left.get(reason) ?? { parts: new Set(), files: new Set() };
      left.set(reason, { parts: parts.add(what), files: of.add(file) });
    }
    files.push(pulledFile(campaign, { file, before, written, base: entries.get(file)?.base }));
  }
  for (const [why, { parts, files: of }] of left) {
    const where = of.size === 1 ? [...of].join() : counted(of.size, 'file');
    const line = `${[...parts].join(', ')} left out of ${where}: ${why}`;
    if (why === notShown) context.screen.note(line);
    else context.screen.warn(line);
  }
  refuseMany(folder, [...taken].filter((name) => /^[^.].*\.md$/s.test(name)).length);
  files.sort((a, b) => (a.file < b.file ? -1 : 1));
  for (const { file } of files) await context.files.checkOutput(join(folder, file), { ofCampaign: true });
  await context.files.checkOutput(lockPath(context.files, folder), { ours: true });
  return { files, names, entries };
}

function write(
  before: CampaignFile | undefined,
  { fields, unreadable }: LiveCampaign,
  { opened, account }: Pick<Pull, 'opened' | 'account'>,
): WrittenFile | string {
  const seen = { fields, leftOut: unreadable.map(({ field, why }) => ({ what: field, why })) };
  return writeCampaignFile(before, seen, {
    values: opened.values,
    parseYaml: opened.parseYaml,
    mailboxesOf: (patterns, attached) => meant(patterns, attached, account),
    longest: fileLimits.campaign,
  });
}

/** An address counts whether the account has it or not: then it is not attached. */
function meant(
  patterns: readonly SenderPattern[],
  attached: readonly string[],
  { mailboxes }: Account,
): readonly string[] {
  const isDomain = ({ pattern }: SenderPattern) => pattern.startsWith('*@');
  const addresses = patterns.filter((pattern) => !isDomain(pattern)).map(({ pattern }) => pattern);
  const ofDomains = wantedSenders(patterns.filter(isDomain), mailboxes, attached);
  return [...new Set([...addresses, ...ofDomains])].sort();
}

interface Written {
  readonly file: string;
  readonly before: CampaignFile | undefined;
  readonly written: WrittenFile;
  readonly base: CampaignFields | undefined;
}

function pulledFile(
  { id, createdAt }: LiveCampaign,
  { file, before, written: { text, fields, replaced }, base }: Written,
): PulledFile {
  const isNew = before === undefined;
  const stored = new Map([...fields].map(([field, value]) => [field, storedValue(value)]));
  return {
    file,
    campaignId: id,
    written: isNew ? 'new' : before.text === text ? 'same' : 'changed',
    text,
    before,
    isLost: [...replaced].some(([field, value]) => !sameValue(base?.get(field), storedValue(value))),
    entry: { id, createdAt, base: stored },
  };
}

/** File after file, each whole, and the lock at the end, also of those that were written before something failed. */
export async function writePulled(
  context: Context,
  folder: string,
  { files, names, entries }: PulledFiles,
): Promise<readonly Pulled[]> {
  const done: (PulledFile & Pulled)[] = [];
  const finish = async () => {
    const changes = new Map<string, LockEntry | undefined>();
    for (const { file, campaignId, entry } of done) {
      for (const [former, { id }] of entries)
        if (id === campaignId && former !== file && !changes.has(former)) changes.set(former, undefined);
      changes.set(file, entry);
    }
    if (done.length > 0) await changeLock(context, folder, changes);
  };
  try {
    for (const file of files) {
      const saved = await writeOne(context, folder, file, names);
      done.push({ ...file, ...(saved !== undefined && { saved }) });
    }
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    await finish().catch(() => context.screen.warn(`${lockName} could not be written.`));
    throw soFar(error, done, files.length);
  }
  await finish();
  return done.map(shown);
}

const shown = ({ file, campaignId, written, saved }: Pulled): Pulled => ({
  file,
  campaignId,
  written,
  ...(saved !== undefined && { saved }),
});

function soFar(error: Failure, done: readonly Pulled[], all: number): Failure {
  if (done.length === 0) return error;
  const items = done.map(shown);
  return error.with({
    message: `${done.length} of ${counted(all, 'file')} written, then: ${error.message}`,
    extra: { items },
    hint: 'Run the same command again: what is written stays as it is.',
  });
}

/** Under which name the former file is, where it is kept. */
async function writeOne(
  context: Context,
  folder: string,
  { file, text, before, written, isLost }: PulledFile,
  names: readonly string[],
): Promise<string | undefined> {
  if (written === 'same') return undefined;
  const path = join(folder, file);
  if (before === undefined) {
    await context.files.writeFile(path, text, { fresh: true, ofCampaign: true });
    return undefined;
  }
  const bytes = await context.files.readFile(path, 'campaign');
  if ((await context.files.readText(path, 'campaign')) !== before.text)
    throw new Failure(
      'changed_meanwhile',
      `${path} was changed while it was read; nothing of it is replaced`,
      { hint: 'Run the same command again.' },
    );
  const saved = isLost ? await savedAs(context, folder, { file, bytes, names }) : undefined;
  if (saved !== undefined) context.screen.warn(`Your unapplied edits to ${file} were saved as ${saved}.`);
  await context.files.writeFile(path, piecesOf(encoded(text, markOf(bytes))), {
    inPlace: true,
    ofCampaign: true,
  });
  return saved;
}

/** The name of a copy: one that is there already, else a new one, under a name that nothing has yet. */
async function savedAs(
  context: Context,
  folder: string,
  { file, bytes, names }: { file: string; bytes: Uint8Array; names: readonly string[] },
): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${file}.orig` : `${file}.orig${count}`;
    const path = join(folder, name);
    if (!names.includes(name)) {
      await context.files.writeFile(path, piecesOf(bytes), { fresh: true, ofCampaign: true });
      return name;
    }
    if (await hasBytes(context, path, bytes)) return name;
  }
}

/** What cannot be read has others. */
async function hasBytes({ files }: Context, path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    return Buffer.from(bytes).equals(await files.readFile(path, 'campaign'));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    return false;
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** As the file was, with its mark. */
function encoded(text: string, mark: Mark | undefined): Buffer {
  if (mark === undefined) return Buffer.from(text);
  if (mark.encoding === 'utf-8') return Buffer.from(`\uFEFF${text}`);
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return mark.encoding === 'utf-16be' ? bytes.swap16() : bytes;
}
