/** Text of others within a line of ours: on one line, without gaps that could set a part of it apart, and not too long. */
export function inline(text: string, longest = 60): string {
  const flat = text.replaceAll(/\s+/gu, ' ').trim();
  const letters = [...flat];
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : flat;
}
