import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { campaignWithReplies } from './conversation.ts';

/** A world in which one person has answered, was answered from here, and had their address verified. */
async function answered(options: WorldOptions = {}) {
  const world = await newWorld(options);
  const campaign = await campaignWithReplies(world);
  const [draft] = (await world.outreach('drafts list --json')).json().items;
  await world.outreach(`drafts send ${draft.id} --yes --once monday`);
  const lead = (await world.outreach(`leads get ${draft.leadId} --json`)).json();
  await world.outreach(['verification', 'jobs', 'create', lead.email, 'other@lumen.example', '--yes']);
  await world.outreach(`campaigns check ${campaign}`);
  world.requests.length = 0;
  return { world, lead, draft, campaign };
}

const fileOf = async (world: TestWorld, name = 'subject.json') =>
  JSON.parse(await readFile(join(world.home, name), 'utf8'));

/** A service without these paths, as it answers a wrong one (spec, Errors: non-JSON answers). */
const without =
  (path: RegExp) =>
  (next: Transport): Transport =>
  async (request, signal) =>
    path.test(`${request.method} ${request.path}`)
      ? { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
      : next(request, signal);

describe('leads export-subject', () => {
  it('writes all that the service and this machine have about a person', async () => {
    const { world, lead, draft, campaign } = await answered();
    const { exit, json } = await world.outreach(
      `leads export-subject ${lead.email} --output subject.json --json`,
    );
    const { service, thisMachine, missing, notAvailable, about } = await fileOf(world);
    expect({ exit, missing }).toEqual({ exit: 0, missing: [] });
    expect(about).toMatchObject({
      email: lead.email,
      leadId: lead.id,
      profile: 'sandbox',
      target: 'sandbox',
    });
    expect(service.lead).toEqual(lead);
    expect(service.category).toBe(lead.tag);
    expect(service.campaigns.map(({ id }: { id: number }) => id)).toEqual([campaign]);
    expect(service.replies.every((reply: { leadId: number }) => reply.leadId === lead.id)).toBe(true);
    expect(service.replies.map(({ id }: { id: number }) => id)).toContain(draft.inReplyToEmailId);
    expect(service.conversation.length).toBeGreaterThan(service.replies.length);
    expect(service.verification).toMatchObject([{ email: lead.email }]);
    expect(thisMachine.journal.map(({ operation }: { operation: string }) => operation)).toEqual([
      'drafts.send',
      'verification.createJob',
    ]);
    expect(notAvailable.length).toBeGreaterThan(5);
    expect(json()).toMatchObject({
      file: 'subject.json',
      email: lead.email,
      leadId: lead.id,
      counts: { replies: service.replies.length, journal: 2, verification: 1 },
      missing: [],
      complete: true,
    });
    expect((await stat(join(world.home, 'subject.json'))).mode & 0o777).toBe(0o600);
    expect(world.requests.length).toBeLessThan(30);
  });

  it('hands over nothing of other people from a call that named several', async () => {
    const { world, lead } = await answered();
    await world.outreach(`leads export-subject ${lead.id} --output -`);
    const { out } = await world.outreach(`leads export-subject ${lead.id} --output -`);
    expect(JSON.parse(out).thisMachine.journal[1].texts.request).toEqual([lead.email]);
    expect(out).not.toContain('other@lumen.example');
  });

  it('names a part that cannot be read, and ends with 15', async () => {
    const { world, lead } = await answered({ between: without(/GET .*\/conversation$/) });
    const { exit, err, json } = await world.outreach(
      `leads export-subject ${lead.id} --output subject.json --json`,
    );
    expect(exit).toBe(15);
    expect(JSON.parse(err).error).toMatchObject({ code: 'not_all_read' });
    expect(JSON.parse(err).error.hint).toContain('outreach profiles route leads.conversation');
    expect(json()).toMatchObject({ complete: false, missing: [{ part: 'conversation', failed: true }] });
    const { missing, service } = await fileOf(world);
    expect(missing).toMatchObject([{ part: 'conversation', failed: true }]);
    expect(service.replies.length).toBeGreaterThan(0);
  });

  it('looks a person up by address who is not a lead', async () => {
    const world = await newWorld();
    await world.outreach('blocklist add lumen.example');
    const { exit, json } = await world.outreach(
      'leads export-subject ana@lumen.example --output subject.json --json',
    );
    expect({ exit, leadId: json().leadId, blocked: json().counts.blocklist }).toEqual({
      exit: 0,
      leadId: null,
      blocked: 1,
    });
    expect((await fileOf(world)).service.lead).toBe(null);
  });

  it('refuses what is neither an id nor an address, an unknown id, and a place that takes no file', async () => {
    const world = await newWorld();
    expect((await world.outreach('leads export-subject nobody --output s.json')).exit).toBe(2);
    expect((await world.outreach('leads export-subject 99 --output s.json')).exit).toBe(6);
    world.requests.length = 0;
    expect((await world.outreach('leads export-subject 1 --output .')).exit).toBe(2);
    expect((await world.outreach('leads export-subject 1')).exit).toBe(2);
    expect(world.requests).toEqual([]);
  });
});
