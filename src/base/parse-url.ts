/** `URL.canParse` says no to good addresses with `ü` once Node 20 or 22 has optimized it, after thousands of calls. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
