import process from 'node:process';
import type { NodeSqlite } from './engines/node-sqlite.ts';

export function runtime() {
  const { node, openssl, undici } = process.versions;
  return { node, openssl, undici };
}

export const userId = (): number | undefined => process.geteuid?.();

/** Node's own SQLite, from 22.13 on. It announces at first use that it is experimental: our risk, no news for users. */
export function nodeSqlite(): NodeSqlite | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
