import type { ProgramAnswer } from '../declare/world.ts';

/** How the program of a system is asked about one entry. The key is in `input`, never in `args`: other users see those. */
export interface KeychainTool {
  readonly command: string;
  save(entry: string, label: string, key: string): Question;
  read(entry: string): Question;
  remove(entry: string): Question;
  /** True where the answer to `read` or `remove` says that there is no such entry, as far as it says why. */
  isGone(answer: ProgramAnswer): boolean;
  /** Prints something where there is an entry, also a locked one, for a system whose other answers do not tell. */
  readonly search?: (entry: string) => Question;
}

export interface Question {
  readonly args: readonly string[];
  readonly input?: string;
}

/** What every entry of ours is under. */
export const service = 'outreach-cli';

/** secret-tool(1): the secret is all of standard input; a failure without a word is an entry that is not there, or is locked. */
const secretTool: KeychainTool = (() => {
  const of = (entry: string) => ['service', service, 'account', entry];
  return {
    command: 'secret-tool',
    save: (entry, label, key) => ({ args: ['store', '--label', label, ...of(entry)], input: key }),
    read: (entry) => ({ args: ['lookup', ...of(entry)] }),
    remove: (entry) => ({ args: ['clear', ...of(entry)] }),
    isGone: ({ code, out, err }) => code === 1 && out === '' && err.trim() === '',
    search: (entry) => ({ args: ['search', ...of(entry)] }),
  };
})();

/**
 * security(1): it takes a password as an argument, or in a command on standard input (`-i`), whose words are split at
 * blanks. Neither an entry nor a key has any, nor quotes. 44 is errSecItemNotFound.
 */
const security: KeychainTool = (() => {
  const of = (entry: string) => ['-s', service, '-a', entry];
  return {
    // In a fixed place: what the PATH has first would be given the key.
    command: '/usr/bin/security',
    save: (entry, label, key) => {
      const words = ['add-generic-password', '-U', ...of(entry), '-l', `"${label}"`, '-w', key];
      return { args: ['-i'], input: `${words.join(' ')}\n` };
    },
    read: (entry) => ({ args: ['find-generic-password', ...of(entry), '-w'] }),
    remove: (entry) => ({ args: ['delete-generic-password', ...of(entry)] }),
    isGone: ({ code }) => code === 44,
  };
})();

/** Undefined where the system has no program that takes a secret from standard input. */
export function keychainTool(platform: NodeJS.Platform): KeychainTool | undefined {
  if (platform === 'win32') return undefined;
  return platform === 'darwin' ? security : secretTool;
}
