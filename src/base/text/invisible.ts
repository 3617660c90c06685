/** Spaces of all kinds, controls, marks of direction, zero-width characters, and letters that are drawn as nothing. */
const unseen = /^[\s\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const isInvisible = (text: string): boolean => unseen.test(text);
