// What Outreach is for, from a file of prospects to a report, as lines and what must come of them.
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';

const examples = fileURLToPath(new URL('../examples', import.meta.url));

/** Runs `program` with `own` and the words of a line, and gives its stdout. It must end with `exit`. */
export function runner(program, own, options) {
  return (words, exit = 0) => {
    const ended = execaSync(program, [...own, ...words], {
      extendEnv: false,
      stdin: 'ignore',
      reject: false,
      ...options,
    });
    const { exitCode, stdout = '', stderr = '', message } = ended;
    const line = `${program} ${words.join(' ')}`;
    assert.equal(exitCode, exit, `${line} ended with ${exitCode ?? message}\n${stderr}`);
    return stdout;
  };
}

/** The whole way on an empty sandbox. `folder` is where the files of the job lie. */
export function doMainJob(run, folder) {
  const json = (words) => JSON.parse(run([...words, '--json']));
  const [prospects, rejects, sequence, exported] = [
    'Kontakte für März.csv',
    'abgelehnt – März.csv',
    'Ablauf “März”.md',
    'Ausfuhr – März.csv',
  ].map((name) => path.join(folder, name));
  copyFileSync(path.join(examples, 'crm-export.csv'), prospects);
  copyFileSync(path.join(examples, 'sequence.md'), sequence);

  json(['campaigns', 'create', 'März']);
  const imported = json(['leads', 'import', prospects, '--campaign', 'März', '--rejects', rejects]);
  assert.ok(imported.sent > 500);
  json(['campaigns', 'sequence', 'set', 'März', sequence]);
  json(['campaigns', 'schedule', 'März', '--days', 'mon-fri', '--from', '09:00', '--to', '17:00']);
  json(['campaigns', 'senders', 'attach', 'März', 'anna.berg@northwind-mail.example']);
  assert.equal(json(['campaigns', 'check', 'März']).passed, true);
  run(['campaigns', 'resume', 'März'], 3);
  json(['campaigns', 'resume', 'März', '--yes']);
  assert.ok(json(['sandbox', 'clock', 'advance', '7d']).emailsSent > 0);
  // The clock goes on: in the hours of the schedule emails leave before and after those seven days as well.
  run(['campaigns', 'pause', 'März']);
  const { total } = json(['sandbox', 'outbox', 'list']);
  assert.equal(json(['campaigns', 'stats', 'März']).totals.sent, total);
  assert.equal(json(['leads', 'export', '--output', exported]).leads, imported.sent);
  assert.ok(readFileSync(exported, 'utf8').includes('zofia.zak@orchard-analytics.example'));
  json(['credits', 'buy', '2000', '--yes']);
  run(['credits', 'buy', '2000', '--yes'], 7);
  run(['sandbox', 'ledger', '--assert-once']);
}
