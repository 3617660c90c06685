/**
 * A pure function of a text that remembers what it gave for the last few; what it gives is shared, so it must be left as
 * it is.
 */
export function memoize<T>(make: (text: string) => T, most = 100): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}
