/**
 * A sandbox file of another version asks for a reset. A change of a table takes a new value, a change of an index or a
 * comment does not: what a user planted stays usable.
 */
export const tablesVersion = '97e64a12';
