import type { Failure } from '../base/errors.ts';
import type { Protection } from '../client/guard/approvals.ts';
import type { Folders } from './folders.ts';
import type { Profile, SavedKey } from './profile.ts';
/** The profiles of this machine. Reads the files at first use; every method may throw `usage` for what it finds there. */
export interface ProfileStore {
  readonly folders: Folders;
  readonly settingsFile: string;
  readonly keysFile: string;
  /** `sandbox` first, the others by name. */
  names(): string[];
  get(name: string): Profile | undefined;
  chosen(): string | undefined;
  /** Never asks the keychain. */
  key(name: string): SavedKey | undefined;
  /** Whether a profile with guards had this key before another one, or until a logout: they hold for it still. */
  hadKey(name: string, key: SavedKey['key']): boolean;
  /** Lines about files that others could read or change. */
  warnings(): string[];
  /** Throws `usage` unless a profile may be saved by this name. */
  checkName(name: string): void;
  /** Looks at folders and files without changing anything; what is wrong is returned, never thrown. */
  inspect(): Promise<Finding[]>;
  /** Makes or changes a profile: `edit` gets it as it is, and returns it as it shall be. */
  change(name: string, edit: (profile: Profile) => Profile | Promise<Profile>): Promise<Profile>;
  choose(name: string): Promise<void>;
  saveKey(name: string, saved: SavedKey): Promise<void>;
  forgetKey(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** What approvals are signed with, as it lies beside the keys. */
  protection(): Protection | undefined;
  protect(protection: Protection | undefined): Promise<void>;
}

export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  readonly hint?: string;
  /** What the check ended with, for the edge to say what to do. */
  readonly failure?: Failure;
}
