/** 32 well-mixed bits of a number, for attributes that are computed from an index. */
export function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

export function hashText(text: string, start = 0x9e3779b9): number {
  let h = start | 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) ^ (h >>> 13);
  return mix(h);
}

/** 0 <= n < 1 with 52 bits, from words; another order or another boundary between words gives another number. */
export function fraction(...words: (string | number)[]): number {
  let text = '';
  for (const word of words) text += `${text && '\u0000'}${typeof word === 'number' ? '#' : '$'}${word}`;
  const high = hashText(text);
  const low = hashText(text, high ^ 0x5bd1e995);
  return (high * 0x100000 + (low >>> 12)) / 2 ** 52;
}
