import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsedPage } from '../cli/output/parsed-page.ts';
import { savedOnce } from '../saved-once.ts';
import { newWorld, type TestWorld } from '../world.ts';

/** A campaign that has sent for two weeks, and a draft with a hostile name. */
const hostile = `</h1><script>alert(1)</script> "onload='x' & <b>`;
const started = savedOnce(async (world) => {
  await world.outreach('start --yes');
  return world.outreach(['campaigns', 'create', hostile]);
});
const sent = async () => newWorld({ saved: await started() });

/** The headings and texts of a page, which must load and run nothing. */
async function pageOf(world: TestWorld, words: readonly string[], file = 'page.html') {
  const { exit, err } = await world.outreach(['report', 'outcomes', ...words, '--html', 'page.html']);
  expect([exit, err]).toEqual([0, expect.stringContaining('Written to page.html.')]);
  const html = await readFile(join(world.home, file), 'utf8');
  const { wrong, texts } = parsedPage(html);
  expect(wrong).toEqual([]);
  const shown = texts.map((text) => text.trim()).filter((text) => text !== '' && !text.startsWith(':root'));
  return { html, shown };
}

describe('a report for a client', { tags: 'slow' }, () => {
  it('shows one campaign: the positive rate first, charts, verdict, bounces, mailboxes and cost', async () => {
    const world = await sent();
    const { html, shown } = await pageOf(world, ['--campaign', '1']);
    const headings = [...html.matchAll(/<h[12]>([^<]+)</g)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'First steps',
      'Outcomes',
      'Sent by day',
      'Replies by day',
      'By step and variant',
      'Bounces and complaints',
      'Mailboxes',
      expect.stringMatching(/^Cost, of the whole workspace: \$/),
    ]);
    const { outcomes } = (await world.outreach('report outcomes --campaign 1 --json')).json();
    const rate = `${((outcomes.positiveReplies / outcomes.sent) * 100).toFixed(1)}%`;
    expect(shown.slice(shown.indexOf('Positive rate'))[1]).toBe(rate);
    expect(shown.indexOf('Positive rate')).toBeLessThan(shown.indexOf('Reply rate'));
    const stats = (await world.outreach('campaigns stats 1 --json')).json();
    const days = stats.daily.filter(({ sent }: { sent: number }) => sent > 0);
    expect(days.length).toBeGreaterThan(5);
    for (const { sent } of days) expect(html).toContain(`: ${sent}</title>`);
    expect(shown.join('\n')).toMatch(
      /^Step 1, A and B: (too early to say|no clear difference|[AB] gets more)/m,
    );
    expect(shown.join('\n')).toMatch(/^Bounced\n\d+ of \d+ people \(\d\.\d%\)$/m);
    expect(shown).toContain('anna.berg@northwind-mail.example');
    expect(shown).not.toContain('old.box@try-northwind.example');
    expect(shown).not.toContain('Per reply');
  });

  it('has a title of its own, and no amount where costs are left out', { tags: 'needed' }, async () => {
    const world = await sent();
    const words = ['--campaign', '1', '--title', 'Acme <i>October</i>', '--without-cost'];
    const { html, shown } = await pageOf(world, words);
    expect(shown).toContain('Acme <i>October</i>');
    expect(shown.join('\n')).toContain('First steps · Since the beginning');
    expect(html).not.toMatch(/\$\d|Cost|Spend|fees|invoice/);
  });

  it('adds several campaigns up, and escapes their names', async () => {
    const world = await sent();
    const { html, shown } = await pageOf(world, ['--campaign', '1', '--campaign', hostile]);
    expect(shown).toEqual(expect.arrayContaining(['By campaign', hostile, `First steps, ${hostile}`]));
    expect(html).not.toContain('<script');
    const twice = 'A person counts in each of their campaigns';
    expect(html).toContain(twice);
    expect((await pageOf(world, ['--campaign', '1'])).html).not.toContain(twice);
    const one = (await world.outreach('report outcomes --campaign 1 --json')).json().outcomes;
    const { out } = await world.outreach('report outcomes --campaign 1 --campaign 2 --html two.html --json');
    expect(JSON.parse(out)).toMatchObject({
      campaignId: null,
      outcomes: one,
    });
  });

  it('counts the days of its period alone, and says what is not of that period', {
    tags: 'needed',
  }, async () => {
    const world = await sent();
    const { daily } = (await world.outreach('campaigns stats 1 --json')).json();
    const [first, second] = daily;
    const { html, shown } = await pageOf(world, ['--campaign', '1', '--since', second.date, '--utc']);
    const dayOf = ({ date }: { date: string }) =>
      new Date(date).toUTCString().slice(0, 16).replace(',', '').replace(' 0', ' ');
    expect(html).toContain(`<title>${dayOf(second)}: ${second.sent}</title>`);
    expect(html).not.toContain(`<title>${dayOf(first)}: `);
    expect(shown.join('\n')).toContain('counted since each campaign began');
  });

  it('asks for the outcomes of a campaign once, also where its cost is shown', async () => {
    const world = await sent();
    const before = world.requests.length;
    await world.outreach('report outcomes --by-campaign --html page.html --json');
    const asked = world.requests.slice(before).filter((line) => line.includes('/reports/outcomes'));
    const { total } = (await world.outreach('campaigns list --json')).json();
    // One for the whole.
    expect([total, asked.length]).toEqual([2, 1 + total]);
  });

  it('says what could not be read, and shows the rest', async () => {
    const world = await newWorld({
      saved: await started(),
      between: (next) => (request, signal) =>
        request.path.endsWith('/stats')
          ? Promise.resolve({ status: 404, headers: {}, body: '404 page not found' })
          : next(request, signal),
    });
    const { shown } = await pageOf(world, []);
    expect(shown.join('\n')).toContain(
      'Not included, as it could not be read: the days and steps of campaign 1.',
    );
    expect(shown).not.toContain('Sent by day');
  });

  it('writes a page for each profile into a folder', async () => {
    const world = await sent();
    const line = 'report outcomes --all-profiles pages --without-cost --json';
    const run = await world.outreach(line);
    expect([run.exit, run.json()]).toEqual([
      0,
      { items: [{ profile: 'sandbox', file: join('pages', 'sandbox.html'), error: null }], total: 1 },
    ]);
    expect(await readdir(join(world.home, 'pages'))).toEqual(['sandbox.html']);
    const { wrong, texts } = parsedPage(await readFile(join(world.home, 'pages/sandbox.html'), 'utf8'));
    expect([wrong, texts]).toEqual([[], expect.arrayContaining(['sandbox'])]);
    await world.outreach('profiles set prod --base-url https://api.outreach.example/r');
    const partly = await world.outreach(line);
    expect(partly.exit).toBe(15);
    expect(JSON.parse(partly.out).items).toMatchObject([
      { profile: 'sandbox', error: null },
      { profile: 'prod', file: null, error: { code: 'no_key' } },
    ]);
  });
});

it.each([
  ['--title October', 'Only a page takes --title'],
  ['--without-cost', 'Only a page takes --without-cost'],
  ['pages', 'A folder (pages) goes with --all-profiles'],
  ['--all-profiles pages --html page.html', '--html'],
  ['--campaign 1 --campaign 2', 'Only a page takes several campaigns'],
  ['--by-campaign --without-cost --html page.html', '--without-cost'],
])('refuses %s before anything is read', async (options, why) => {
  const world = await newWorld();
  const { exit, err } = await world.outreach(`report outcomes ${options}`);
  expect([exit, err]).toEqual([2, expect.stringContaining(why)]);
  expect(world.requests).toEqual([]);
});
