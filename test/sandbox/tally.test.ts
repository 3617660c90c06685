import { expect, it } from 'vitest';
import { type SandboxAtHand, sandboxAtHand } from './sandbox-at-hand.ts';
import { authorised, chapters } from './script.ts';

/** What the emails and the replies themselves say. */
const recounted = `SELECT c.id AS campaign_id,
    (SELECT count(*) FROM email WHERE campaign_id = c.id AND sent_at IS NOT NULL) AS sent,
    (SELECT count(DISTINCT lead_id) FROM email WHERE campaign_id = c.id AND sent_at IS NOT NULL) AS contacted,
    (SELECT count(DISTINCT lead_id) FROM email WHERE campaign_id = c.id AND bounce IS NOT NULL) AS bounced,
    (SELECT count(DISTINCT lead_id) FROM reply WHERE campaign_id = c.id AND counts = 1) AS replied,
    (SELECT count(DISTINCT lead_id) FROM reply WHERE campaign_id = c.id AND response_category = 'interested') AS positive
  FROM campaign c WHERE EXISTS (SELECT 1 FROM email WHERE campaign_id = c.id AND sent_at IS NOT NULL) ORDER BY c.id`;

function expectRecounted({ rows }: SandboxAtHand): void {
  expect(rows('SELECT * FROM campaign_tally ORDER BY campaign_id')).toEqual(rows(recounted));
  expect(rows("SELECT workspace_id AS id, value AS leads FROM counter WHERE name = 'leads'")).toEqual(
    rows('SELECT workspace_id AS id, count(*) AS leads FROM lead GROUP BY workspace_id'),
  );
}

it('what lists show is what one counts again, after all that can happen', { tags: 'slow' }, async () => {
  const at = await sandboxAtHand();
  for (const chapter of chapters) {
    await chapter({
      send: (method, path, body, headers) => at.call(method, path, body, authorised(headers)),
      pass: (days) => at.open.advance(days * 86_400_000),
    });
    expectRecounted(at);
  }
  const [tally] = at.rows('SELECT * FROM campaign_tally');
  expect(Object.values(tally ?? {}).every((count) => Number(count) > 0)).toBe(true);
});

it('a lead that comes back to a campaign is contacted once', async () => {
  const at = await sandboxAtHand();
  const { call, open } = at;
  for (const name of ['Autumn', 'Winter']) {
    const { id } = (await call('POST', '/campaigns', { name })).json.campaign;
    await call('PUT', `/campaigns/${id}/schedule`, { daysSchedule: '0,1,2,3,4,5,6' });
    await call('PUT', `/campaigns/${id}/sequence`, { steps: [{ order: 1, subject: 'Hi', body: 'Hello' }] });
    await call('POST', `/campaigns/${id}/sender-emails`, { senderEmailIds: [1] });
    await call('POST', '/leads', { campaignId: id, leads: [{ email: `${name}@lumen.example` }] });
    await call('POST', `/campaigns/${id}/resume`);
  }
  await open.advance(2 * 86_400_000);
  for (const targetCampaignId of [2, 1]) {
    expect((await call('POST', '/leads/1/move', { targetCampaignId })).status).toBe(200);
    await open.advance(2 * 86_400_000);
  }
  expect(at.rows('SELECT count(*) AS sent FROM email WHERE lead_id = 1 AND campaign_id = 1')).toEqual([
    { sent: 2 },
  ]);
  const { stats } = (await call('GET', '/campaigns/1')).json.campaign;
  expect(stats).toMatchObject({ emailsSentCount: 2, contactedLeadsCount: 1 });
  expectRecounted(at);
});
