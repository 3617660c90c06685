// Writes the emails that wait in a database of the sandbox down as sent, with the engine that the program would take: the
// least that a rehearsal can cost.
import process from 'node:process';

const [file] = process.argv.slice(2);
const sqlite = process.getBuiltinModule?.('node:sqlite');
const { default: Libsql } = sqlite ? {} : await import('libsql');
const database = sqlite ? new sqlite.DatabaseSync(file) : new Libsql(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
const waiting = database.prepare("SELECT id FROM email WHERE status = 'scheduled' ORDER BY due_at, id").all();
const write = database.prepare(
  "UPDATE email SET status = 'sent', recipient = ?, subject = ?, body = ?, content_type = 'text', sent_at = ? WHERE id = ?",
);
for (let at = 0; at < waiting.length; at++) {
  if (at % 200 === 0) database.exec(at === 0 ? 'BEGIN' : 'COMMIT; BEGIN');
  const text = `A question for Firm ${at}`;
  write.run(
    'person@firm.example',
    text,
    `${text}\n\nhow do you ship to Oslo today?`.repeat(2),
    at,
    waiting[at].id,
  );
}
database.exec('COMMIT');
database.close();
