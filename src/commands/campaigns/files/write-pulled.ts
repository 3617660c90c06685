import { join } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { Failure, isStop } from '../../../base/errors.ts';
import { type Mark, markOf } from '../../../base/text/encoding.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { fileLimits } from '../../../cli/declare/file-limits.ts';
import * as s from '../../../contract/schema/schema.ts';
import { sameValue } from '../../../domain/campaign-file/campaign-fields.ts';
import { campaignFileName } from '../../../domain/campaign-file/file-name.ts';
import type { SenderPattern } from '../../../domain/campaign-file/front-matter.ts';
import {
  type LockEntry,
  type LockedFiles,
  lockName,
  storedValue,
} from '../../../domain/campaign-file/lock.ts';
import type { CampaignFile } from '../../../domain/campaign-file/read-campaign-file.ts';
import { writeCampaignFile } from '../../../domain/campaign-file/write-campaign-file.ts';
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

interface PulledFile {
  readonly file: string;
  readonly text: string;
  readonly before: CampaignFile | undefined;
  readonly isLost: boolean;
  readonly entry: LockEntry;
}

interface Pull {
  readonly folder: string;
  /** Of all that is in the folder. */
  readonly names: readonly string[];
  readonly opened: OpenFolder;
  readonly account: Account;
  readonly live: readonly LiveCampaign[];
}

/** File after file, each whole, and the lock at the end, also of those that were written before something failed. */
export async function writePulled(context: Context, pull: Pull): Promise<readonly Pulled[]> {
  const { folder } = pull;
  const entries = ownEntries(context.service, await readLock(context.files, folder));
  const files = pulledFiles(context, pull, entries);
  for (const { file } of files) await context.files.checkOutput(join(folder, file), { ofCampaign: true });
  await context.files.checkOutput(lockPath(context.files, folder), { ours: true });
  const items: Pulled[] = [];
  const changes = new Map<string, LockEntry | undefined>();
  try {
    for (const one of files) {
      items.push(await writeOne(context, pull, one));
      for (const [former, { id }] of entries)
        if (id === one.entry.id && !changes.has(former)) changes.set(former, undefined);
      changes.set(one.file, one.entry);
    }
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error) || items.length === 0) throw error;
    await changeLock(context, folder, changes).catch(() =>
      context.screen.warn(`${lockName} could not be written.`),
    );
    throw error.with({
      message: `${items.length} of ${counted(files.length, 'file')} written, then: ${error.message}`,
      extra: { items },
      hint: 'Run the same command again: what is written stays as it is.',
    });
  }
  if (items.length > 0) await changeLock(context, folder, changes);
  return items;
}

/** What is to be written. Throws what keeps it from being written, and says on stderr what is left out. */
function pulledFiles(context: Context, pull: Pull, entries: LockedFiles): readonly PulledFile[] {
  const { folder, names, opened, account, live } = pull;
  const found = filesOfCampaigns(opened.files, entries, account.campaigns);
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const left = new Map<string, { parts: Set<string>; files: Set<string> }>();
  const files: PulledFile[] = [];
  for (const campaign of [...live].sort((a, b) => Number(a.id) - Number(b.id))) {
    const { id, createdAt } = campaign;
    const skip = (why: string) => context.screen.warn(`Campaign ${id} is left out: ${why}`);
    if (!Number.isSafeInteger(id)) {
      skip('the lock cannot hold an id of more than 15 digits');
      continue;
    }
    const before = found.get(id);
    const made = writeCampaignFile(before, campaign, {
      ...opened,
      mailboxesOf: (patterns, attached) => meant(patterns, attached, account),
      longest: fileLimits.campaign,
    });
    if (typeof made === 'string') {
      skip(`its name cannot be in a file: ${made}`);
      continue;
    }
    const file = before?.file ?? campaignFileName(campaign.name ?? '', id, taken);
    taken.add(file);
    for (const [key, references] of made.resolved)
      context.screen.warn(
        `${file}: ${key} has no ${references.join(', ')} any more: the service has another value. If it is right, change ${opened.values.file} and undo this line`,
      );
    for (const { field, why } of made.leftOut) {
      const reason = why.replaceAll(`/campaigns/${id}`, '/campaigns/:id');
      const { parts, files: of } = left.get(reason) ?? { parts: new Set(), files: new Set() };
      left.set(reason, { parts: parts.add(field), files: of.add(file) });
    }
    const base = entries.get(file)?.base;
    const isLost = [...made.replaced].some(
      ([field, value]) => !sameValue(base?.get(field), storedValue(value)),
    );
    const stored = new Map([...made.fields].map(([field, value]) => [field, storedValue(value)]));
    files.push({ file, text: made.text, before, isLost, entry: { id, createdAt, base: stored } });
  }
  for (const [why, { parts, files: of }] of left) {
    const where = of.size === 1 ? [...of].join() : counted(of.size, 'file');
    const line = `${[...parts].join(', ')} left out of ${where}: ${why}`;
    if (why === notShown) context.screen.note(line);
    else context.screen.warn(line);
  }
  refuseMany(folder, [...taken].filter((name) => /^[^.].*\.md$/s.test(name)).length);
  return files.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** An address counts whether the account has it or not: then it is not attached. */
function meant(
  patterns: readonly SenderPattern[],
  attached: readonly string[],
  { mailboxes }: Account,
): readonly string[] {
  const found = new Set<string>();
  const domains: SenderPattern[] = [];
  for (const one of patterns)
    if (one.pattern.startsWith('*@')) domains.push(one);
    else found.add(one.pattern);
  for (const address of wantedSenders(domains, mailboxes, attached)) found.add(address);
  return [...found].sort();
}

async function writeOne(
  context: Context,
  { folder, names }: Pull,
  { file, text, before, isLost, entry }: PulledFile,
): Promise<Pulled> {
  const one = { file, campaignId: entry.id };
  if (before?.text === text) return { ...one, written: 'same' };
  const path = join(folder, file);
  if (before === undefined) {
    await context.files.writeFile(path, text, { fresh: true, ofCampaign: true });
    return { ...one, written: 'new' };
  }
  const bytes = await context.files.readFile(path, 'campaign');
  if ((await context.files.readText(path, 'campaign')) !== before.text)
    throw new Failure(
      'changed_meanwhile',
      `${path} was changed while it was read; nothing of it is replaced`,
      { hint: 'Run the same command again.' },
    );
  const isWhole = commentsOf(before.text).every((comment) => text.includes(comment));
  const what = isLost ? 'Your unapplied edits to' : isWhole ? undefined : 'Comments that are gone from';
  const saved = what && (await savedAs(context, folder, { file, bytes, names }));
  if (saved !== undefined) context.screen.warn(`${what} ${file} were saved as ${saved}.`);
  const inPlace = { inPlace: true, ofCampaign: true };
  await context.files.writeFile(path, piecesOf(encoded(text, markOf(bytes))), inPlace);
  return { ...one, written: 'changed', ...(saved !== undefined && { saved }) };
}

/** In front of the steps: those of an item that the service no longer has go with it. */
const commentsOf = (text: string): readonly string[] =>
  (
    text
      .slice(0, text.indexOf('\n---'))
      // Quotes of a value; those in a comment are its own.
      .match(/(?<=^|[\s[,{])(?:"[^"\n]*"|'[^'\n]*')|(?<=^|\s)#.*$/gm) ?? []
  ).filter((found) => found.startsWith('#'));

/** The name of a copy: one that is there already, else a new one, under a name that nothing has yet. */
async function savedAs(
  { files }: Context,
  folder: string,
  { file, bytes, names }: { file: string; bytes: Uint8Array; names: readonly string[] },
): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${file}.orig` : `${file}.orig${count}`;
    const path = join(folder, name);
    if (!names.includes(name)) {
      await files.writeFile(path, piecesOf(bytes), { fresh: true, ofCampaign: true });
      return name;
    }
    if (Buffer.from(bytes).equals(await files.readFile(path, 'campaign'))) return name;
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** As the file was, with its mark. */
function encoded(text: string, mark: Mark | undefined): Buffer {
  const isWide = mark !== undefined && mark.encoding !== 'utf-8';
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, isWide ? 'utf16le' : 'utf8');
  return mark?.encoding === 'utf-16be' ? bytes.swap16() : bytes;
}
