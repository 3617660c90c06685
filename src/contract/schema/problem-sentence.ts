/** A field, what is wrong with it and, unless that says it already, the value as it may be shown. */
export function problemSentence(field: string, reason: string, shown: string | undefined): string {
  const sentence = `${field} ${reason}`;
  if (shown === undefined || reason.split(/[\s,;()]+|:(?=\s|$)/).includes(shown)) return sentence;
  return reason.startsWith('must ') ? `${sentence}, not ${shown}` : `${sentence} (${shown})`;
}
