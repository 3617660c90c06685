// Audits a generated file, plain, with merge tags and with a fixed file, beside a dry run of its import in the same run:
// ratios of processor time, and peak memory. With --check the process fails where a budget is exceeded. ROWS (1,000,000)
// is the length; the program has to be built.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLeadFile } from './lead-file.mjs';
import { runOutreach } from './program.mjs';
import { row } from './table.mjs';

const rows = Number(process.env.ROWS ?? 1_000_000);
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-audit-'));
const file = path.join(folder, 'leads.csv');
const sequence = path.join(folder, 'sequence.md');
const budgets = { megabytes: 130, plain: 1.4, tags: 2.6, fixed: 3.5 };

try {
  await writeLeadFile(file, rows);
  writeFileSync(sequence, '--- step ---\nSubject: For {company}\n\nHello {firstName}, since {met_at} …\n');
  const measured = (args) => runOutreach(['leads', ...args, '--json'], { folder });
  const dryRun = await measured(['import', file, '--dry-run']);
  console.log(
    `Dry run of an import of ${rows} rows: ${(dryRun.cpuMs / 1000).toFixed(1)} s, ${dryRun.peakMb.toFixed(0)} MB`,
  );
  let exceeded = 0;
  for (const [name, more] of [
    ['plain', []],
    ['tags', ['--sequence', sequence]],
    ['fixed', ['--fix', path.join(folder, 'fixed.csv')]],
  ]) {
    const { cpuMs, peakMb } = await measured(['audit', file, ...more]);
    const ratio = cpuMs / dryRun.cpuMs;
    const over = ratio > budgets[name] || peakMb > budgets.megabytes;
    if (over) exceeded += 1;
    console.log(
      `Audit, ${name}: ${(cpuMs / 1000).toFixed(1)} s, ${ratio.toFixed(2)} times the dry run (budget ${budgets[name]}), ` +
        `peak ${peakMb.toFixed(0)} MB (budget ${budgets.megabytes})${over ? '  EXCEEDED' : ''}`,
    );
    row(`leads audit, ${name}, ${rows.toLocaleString('en')} rows`, `${ratio.toFixed(2)} × dry run`, {
      budget: budgets[name].toFixed(2),
      isOver: over,
    });
  }
  if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
