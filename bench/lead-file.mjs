import { createWriteStream } from 'node:fs';

/** Eight columns, one of them in quotes, about 145 bytes a row. */
export async function writeLeadFile(file, count) {
  const out = createWriteStream(file);
  const write = (text) => (out.write(text) ? undefined : new Promise((ready) => out.once('drain', ready)));
  await write('First Name,Last Name,Email,Company,Job Title,Phone,Website,Met at\n');
  for (let n = 0; n < count; n += 1) {
    await write(
      `Ana${n % 97},Marlowe${n % 89},ana.${n}@lumen.example,"Lumen ${n % 1000}, GmbH",Head of Sales ${n % 17},` +
        `+1 202 555 ${String(n % 10_000).padStart(4, '0')},https://www.lumen-${n}.example,SaaS Meetup Lisbon ${n % 31}\n`,
    );
  }
  await new Promise((ready) => out.end(ready));
}
