/** What Windows takes for a device, in any folder and whatever follows after a dot: `con`, `NUL.csv`. */
export const isDeviceName = (name: string): boolean =>
  /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i.test(name);

/** Why what is written to such a path on Windows is not found there again; undefined where it is. */
export function lostOnWindows(path: string): string | undefined {
  const names = path.replace(/^(?:\\\\[?.]\\)?[a-z]:/i, '').split(/[\\/]/);
  if (names.some((name) => name.includes(':')))
    return 'a name with a colon is not a file of its own on Windows';
  const device = names.find(isDeviceName);
  return device && `${device} is a device on Windows`;
}
