const posix = {
  /** The keys that end what is typed at a terminal. */
  endOfInput: 'Ctrl-D',
  /** A shell as the program of `sandbox exec`. */
  shell: '-- sh -c "…"',
  endProcess: (pid: number) => `kill ${pid}`,
};

/** Without `--`, which PowerShell keeps for itself. Nothing but force ends a console program there. */
const windows: typeof posix = {
  endOfInput: 'Ctrl-Z and Enter',
  shell: 'cmd /c "…"',
  endProcess: (pid) => `taskkill /F /PID ${pid}`,
};

/** What people type on the system that the program runs on, where systems differ. */
export const platformWords = (platform: string): typeof posix => (platform === 'win32' ? windows : posix);
