/** At most `max` characters of a text, whole characters only, with a mark where something was left out. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** The readable words of a page or text that came in the place of JSON, on one line. */
export function excerpt(text: string, max = 200): string {
  const words = text
    .slice(0, 5_000)
    .replace(
      /<(script|style|head)\b[^>]*>.*?<\/\1\s*>/gis,
      (block) => /<title[^>]*>([^<]*)/i.exec(block)?.[1] ?? ' ',
    )
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shorten(words, max);
}

/** The same after a colon; nothing of a page without words. */
export function excerptAfter(text: string): string {
  const words = excerpt(text);
  return words === '' ? '' : `: ${words}`;
}

export const looksLikeHtml = (text: string): boolean =>
  /^\s*(?:<!doctype\s+html|<html|<head|<body|<\?xml|<!--|<h\d|<center)/i.test(text);
