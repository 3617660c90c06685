// Brings src/domain/address/disposable-domains.tsv up to date: node scripts/disposable-domains.mjs. No build, install or
// test runs it. The list is that of disposable-email-domains (CC0-1.0), as an npm package carries it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const name = 'disposable-email-domains-js';
const target = path.resolve(import.meta.dirname, '../src/domain/address/disposable-domains.tsv');

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-disposable-'));
try {
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', `${name}@latest`]);
  const read = (file) => JSON.parse(readFileSync(path.join(folder, 'node_modules', name, file), 'utf8'));
  const { version, license } = read('package.json');
  if (license !== 'CC0-1.0') throw new Error(`${name} ${version} has another licence: ${license}`);
  const domains = [...new Set(read('dist/dict/disposable_email_blocklist.json'))].sort();
  const notice = `# disposable-email-domains, ${license}, from the npm package ${name} ${version}; scripts/disposable-domains.mjs refreshes it`;
  writeFileSync(target, `${[notice, ...domains].join('\n')}\n`);
  console.log(`${domains.length} domains of ${name} ${version}`);
} finally {
  rmSync(folder, { recursive: true });
}
