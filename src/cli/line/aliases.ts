const others: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  delete: ['rm'],
  remove: ['rm'],
  get: ['show'],
  show: ['get'],
};

/** What people of other programs type for a verb. No group has a verb of its own with such a name. */
export const aliasesOf = (verb: string): readonly string[] =>
  Object.hasOwn(others, verb) ? (others[verb] ?? []) : [];

/** The node that is called so, else the one that has the word as an alias. */
export const byWord = <T extends { readonly name: string }>(
  nodes: readonly T[],
  word: string,
): T | undefined =>
  nodes.find(({ name }) => name === word) ?? nodes.find(({ name }) => aliasesOf(name).includes(word));
