const formula = /^=\s*HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:[;,]\s*"((?:[^"]|"")*)"\s*)?\)$/i;

/** Where a cell with the formula of a link leads, and what it shows; undefined for any other cell. */
export function cellLink(text: string): { readonly url: string; readonly shown: string } | undefined {
  // Nearly every cell ends here.
  if (!text.startsWith('=')) return undefined;
  const [, url, shown = url] = formula.exec(text.trim()) ?? [];
  if (url === undefined || shown === undefined) return undefined;
  return { url: url.replaceAll('""', '"'), shown: shown.replaceAll('""', '"') };
}
