import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxProfile } from '../../../local/profile.ts';
import { openProfiles } from '../../../local/profiles.ts';
import { sandboxPlace } from '../../connect/sandbox-place.ts';
import type { HereKind } from '../../declare/name-kinds.ts';
import type { World } from '../../declare/world.ts';
import { englishNames } from '../../line/country.ts';
import type { Word } from '../words.ts';

/** What of the world it takes. */
export interface Here extends Pick<World, 'env' | 'platform' | 'cwd'> {
  /** The text of this name that was made with the build. */
  readFront(name: string): string;
}

export const isHere = (kind: string): kind is HereKind => Object.hasOwn(hereNames, kind);

/** What needs no service: each is read anew. */
export const hereNames: Readonly<Record<HereKind, (here: Here, path: string) => readonly Word[]>> = {
  profiles: profileWords,
  savedProfiles: (here) => profileWords(here).filter(({ text }) => text !== sandboxProfile),
  snapshots: (here) => snapshotWords(sandboxPlace(here).snapshots),
  fields: (here, path) => [{ text: 'help', about: 'list them all' }, ...words(fieldsOf(here, path))],
  // Not `customVariables.*`: to sort goes by one.
  sortFields: (here, path) => words(fieldsOf(here, path).filter((field) => !field.endsWith('*'))),
  zones: () => words(['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]),
  countries: () =>
    [...englishNames()]
      .map(([code, name]) => ({ text: name, about: code }))
      .sort((one, other) => one.text.localeCompare(other.text, 'en')),
};

const words = (texts: readonly string[]): Word[] => texts.map((text) => ({ text, about: '' }));

function profileWords(here: Here): Word[] {
  const profiles = openProfiles(here);
  return profiles.names().map((name) => {
    const { workspace, baseUrl } = profiles.get(name) ?? {};
    return { text: name, about: name === sandboxProfile ? 'built in' : (workspace ?? baseUrl ?? '') };
  });
}

function snapshotWords(folder: string): Word[] {
  const files = readdirSync(folder).filter((file) => /^\w.*\.db$/.test(file));
  return files.sort().map((file) => {
    const saved = statSync(join(folder, file)).mtime.toISOString();
    return { text: file.slice(0, -'.db'.length), about: `saved ${saved.slice(0, 16).replace('T', ' ')} UTC` };
  });
}

/** Made with the build, which loads all commands: by path, the fields with spaces between. */
const fieldsOf = ({ readFront }: Here, path: string): string[] => {
  const { lists, of } = JSON.parse(readFront('fields.json')) as {
    lists: string[];
    of: Record<string, number>;
  };
  return Object.hasOwn(of, path) ? (lists[of[path] ?? -1] ?? '').split(' ') : [];
};
