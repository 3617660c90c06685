import { Failure } from '../../src/base/errors.ts';
import { openProfiles } from '../../src/local/profiles.ts';

/** Makes one profile, as a process of its own; a failure goes to stdout as JSON. */
async function main([home = '', name = '']: string[]): Promise<void> {
  const profiles = openProfiles({ env: { OUTREACH_HOME: home }, platform: process.platform, cwd: '/' });
  try {
    await profiles.change(name, (before) => ({ ...before, workspace: name }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, code, message, hint } = error;
    process.stdout.write(JSON.stringify({ kind, code, message, hint }));
  }
}

void main(process.argv.slice(2));
