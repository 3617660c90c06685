/**
 * The hash of the text of tables.sql: a sandbox file of another version asks for a reset. Written down, because to compute
 * it takes a millisecond of every command; a test compares, and names the new value where a table has changed.
 */
export const tablesVersion = '98c546f2';
