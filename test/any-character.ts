import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

/**
 * Every character there is: a unit of `fc.string`. Its own unit `binary` is the same, and takes most of a second to make a
 * map of all of them.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (at) => String.fromCodePoint(at < surrogates.from ? at : at + surrogates.count),
  (text) => {
    const [character, ...others] = typeof text === 'string' ? [...text] : [];
    const at = character?.codePointAt(0);
    if (at === undefined || others.length > 0) throw new Error('not one character');
    if (at < surrogates.from) return at;
    if (at < surrogates.from + surrogates.count) throw new Error('half a character');
    return at - surrogates.count;
  },
);
