import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld, type WorldOptions } from '../../world.ts';

const campaignFile = (name: string, body = 'Hello {firstName}, reply "no" to opt out.') => `---
name: ${name}
dailyLimit: 200
schedule: { days: mon-fri, from: "09:00", to: "17:00" }
senders: ["*@northwind-mail.example"]
---
--- step ---
Subject: A question

${body}
`;

const people = (count: number, from = 0) =>
  [
    'email,firstName',
    ...Array.from({ length: count }, (_, at) => `p${from + at}@firm${from + at}.example,Ana`),
  ].join('\n');

async function worldWith(files: Readonly<Record<string, string>>, options: WorldOptions = {}) {
  const world = await newWorld(options);
  mkdirSync(join(world.home, 'c'));
  const put = (more: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(more)) writeFileSync(join(world.home, file), text);
  };
  put(files);
  const writes = () => world.requests.filter((request) => !request.startsWith('GET '));
  const launch = (flags = '--yes --json', files = '--leads leads.csv') =>
    world.outreach(`campaigns apply c/a.md ${files} --start ${flags}`);
  return { world, put, writes, launch };
}

const usual = { 'c/a.md': campaignFile('Autumn'), 'leads.csv': people(40) };

describe('campaigns apply --start', () => {
  it('launches', async () => {
    const { launch, writes, world } = await worldWith(usual);
    const first = await launch();
    console.log(first.exit, first.err, JSON.stringify(first.out.slice(0, 3000)), writes());
    const again = await launch();
    console.log(again.exit, again.err, again.out.slice(0, 600), writes());
    const dry = await launch('--dry-run --json');
    console.log(dry.exit, dry.err, dry.out.slice(0, 600));
    const tty = await world.outreach('campaigns apply c/a.md --leads leads.csv --start', {tty: true});
    console.log(tty.exit, tty.err, tty.out);
  });
});
