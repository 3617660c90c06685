/** What people type on the system that the program runs on, where systems differ. */
interface PlatformWords {
  /** The keys that end what is typed at a terminal. */
  readonly endOfInput: string;
  /** A shell as the program of `sandbox exec`. */
  readonly shell: string;
  endProcess(pid: number): string;
}

const posix: PlatformWords = {
  endOfInput: 'Ctrl-D',
  shell: '-- sh -c "…"',
  endProcess: (pid) => `kill ${pid}`,
};

/** Without `--`, which PowerShell keeps for itself. Nothing but force ends a console program there. */
const windows: PlatformWords = {
  endOfInput: 'Ctrl-Z and Enter',
  shell: 'cmd /c "…"',
  endProcess: (pid) => `taskkill /F /PID ${pid}`,
};

export const platformWords = (platform: string): PlatformWords => (platform === 'win32' ? windows : posix);
