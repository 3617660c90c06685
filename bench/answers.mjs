// Serves answers of up to 20 MB, and measures the peak of memory of the command that reads them: below 300 MB whatever they
// hold. With --check the process fails where that is exceeded. The program has to be built.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { key, measureOutreach } from './program.mjs';
import { row } from './table.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-answers-'));
const budgetMb = 240;
const most = 20 * 1024 * 1024;
const page = (items) => `{"leads":[${items}],"total":1,"page":1,"limit":200,"hasMore":false}`;

/** As many as fit. */
const filled = (item, values) => {
  const count = Math.min(Math.floor((most - 100) / (item.length + 1)), Math.floor(999_000 / values));
  return page(Array(count).fill(item).join(','));
};
const lead = JSON.stringify({
  id: 1,
  email: 'ana.berg@lumen.example',
  firstName: 'Ana',
  lastName: 'Berg',
  company: 'Lumen',
  tag: null,
  customVariables: { crm_id: 7 },
});

const answers = {
  'six million empty lists': page(Array(6_000_000).fill('[]').join(',')),
  'a million empty lists': filled('[]', 1),
  'a million empty records': filled('{}', 1),
  'a million numbers': filled('1234567.5', 1),
  'a million long numbers': filled('1234567890123456789', 1),
  'a million short texts': filled('"Jürgen"', 1),
  'a record of 900,000 fields': page(
    `{"id":1,"email":"a@b.c","customVariables":{${Array.from({ length: 900_000 }, (_, at) => `"f${at}":1`)}}}`,
  ),
  'records with 90,000 names': page(
    Array.from({ length: 90_000 }, (_, at) => `{"id":1,"email":"a@b.c","f${at}":[1,2,3,4]}`),
  ),
  leads: filled(lead, 9),
  'leads with long ids': filled(lead.replace('"id":1', '"id":1234567890123456789'), 9),
  'one long text': page(`"${'ü'.repeat(9_000_000)}"`),
};

const campaigns = (item, count) => `{"campaigns":[${Array(count).fill(item)}]}`;

/** The fields of an answer with a bad status are the details of the error. */
const calls = [
  ...Object.entries(answers).map(([name, body]) => ({ name, body, line: ['leads', 'list'] })),
  ...Object.entries({
    '900,000 wrong numbers': campaigns('1', 900_000),
    '900,000 wrong lists': campaigns('[]', 900_000),
    '900,000 wrong records': campaigns('{}', 900_000),
    '400,000 numbers': campaigns('1', 400_000),
    '1,200,000 numbers': campaigns('1', 1_200_000),
    'six million bare lists': `[${Array(6_000_000).fill('[]')}]`,
  }).map(([name, body]) => ({ name, body, line: ['campaigns', 'list'] })),
];

console.log(`Peak of memory of one answer of up to 20 MB (budget ${budgetMb} MB):\n`);
let exceeded = 0;
let peak = 0;
for (const status of [200, 402, 500])
  for (const { name, body, line } of calls) {
    const bytes = Buffer.from(body);
    const server = createServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(bytes),
    );
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
    const env = {
      OUTREACH_BASE_URL: `http://127.0.0.1:${server.address().port}/r`,
      OUTREACH_API_KEY: key,
    };
    const { peakMb, ms, code } = await measureOutreach([...line, '--json'], { folder, env });
    server.close();
    const over = peakMb > budgetMb;
    if (over) exceeded += 1;
    peak = Math.max(peak, peakMb);
    const size = `${(bytes.length / 1024 / 1024).toFixed(1)} MB`;
    console.log(
      `${`${status} ${name}`.padEnd(32)}${size.padStart(9)}${peakMb.toFixed(0).padStart(7)} MB${(ms / 1000).toFixed(1).padStart(7)} s  exit ${code}${over ? '  EXCEEDED' : ''}`,
    );
  }
row(`the largest of ${3 * calls.length} answers of up to 20 MB`, `${peak.toFixed(0)} MB`, {
  budget: String(budgetMb),
  isOver: exceeded > 0,
});
rmSync(folder, { recursive: true, force: true });
if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
