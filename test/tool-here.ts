import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'vitest';
import { postgresPrograms } from './postgres/server.mjs';

/**
 * Skips a test where a program that it runs is not installed, and says which. With `OUTREACH_TEST_TOOLS=1` the test
 * fails instead. Called first in a test: `needTools(context, 'zsh')`.
 */
export function needTools({ skip }: Pick<TestContext, 'skip'>, ...names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const message = missingMessage(missing);
  if (process.env.OUTREACH_TEST_TOOLS === '1') throw new Error(message);
  skip(message);
}

/** Skips a test where PostgreSQL is not installed. With `OUTREACH_TEST_POSTGRES=1` the test fails instead. */
export function needPostgres({ skip }: Pick<TestContext, 'skip'>): void {
  if (postgresPrograms() !== undefined) return;
  const message = 'not installed: postgresql (OUTREACH_TEST_POSTGRES=1 makes this a failure)';
  if (process.env.OUTREACH_TEST_POSTGRES === '1') throw new Error(message);
  skip(message);
}

export const missingMessage = (names: readonly string[]): string =>
  `not installed: ${names.join(', ')} (OUTREACH_TEST_TOOLS=1 makes this a failure)`;

/** Is there a program of this name on the PATH? */
function isInstalled(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      const file = join(folder, name);
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  });
}
