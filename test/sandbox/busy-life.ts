import { fraction } from '../../src/domain/seeded-random.ts';
import type { Rehearsal } from './script.ts';

/**
 * Two weeks in which campaigns share mailboxes, and what sending looks at changes under its hands: settings, sequences,
 * mailboxes and leads, between two passages of time and while several campaigns run. Another number, another life.
 */
export async function busyLife({ send, pass }: Rehearsal, life: number): Promise<void> {
  const roll = (...words: (string | number)[]) => fraction(`life ${life}`, ...words);
  const chance = (share: number, ...words: (string | number)[]) => roll(...words) < share;
  const between = (least: number, most: number, ...words: (string | number)[]) =>
    least + Math.floor(roll(...words) * (most - least + 1));
  const edit = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => send(method, path, body);

  await edit('POST', '/webhooks', { url: 'http://127.0.0.1:9/in', type: 'EmailSent' });
  const boxes = [1, 2, 3];
  for (const number of [0, 1, 2, 3]) {
    const { text } = await edit('POST', '/sender-emails', {
      email: `box${number}@northwind-mail.example`,
      imapServerUrl: 'imap.northwind-mail.example',
      smtpServerUrl: 'smtp.northwind-mail.example',
      password: 'a-password',
    });
    const { id } = (JSON.parse(text) as { senderEmail: { id: number } }).senderEmail;
    boxes.push(id);
    await edit('PUT', `/sender-emails/${id}`, {
      toggleGradualBuildUp: chance(0.5, 'build-up', number),
      currentDailyLimit: between(3, 40, 'limit', number),
      signature: chance(0.5, 'signature', number) ? 'Anna Berg, {company}' : '',
    });
  }
  const campaigns = [1, 2, 3];
  for (const id of campaigns) {
    await edit('POST', '/campaigns', {
      name: `Campaign ${id}`,
      isEnabledStopFollowUpsForSameCompany: chance(0.5, 'company', id),
      isEnabledStopFollowUpsOnReply: chance(0.7, 'on-reply', id),
      ignoreOutOfOfficeReplies: chance(0.5, 'away', id),
      ...(chance(0.5, 'campaign-limit', id) && { dailyLimit: between(5, 60, 'daily', id) }),
      ...(chance(0.6, 'sender-limit', id) && {
        maximumSendingLimitPerSenderEmail: between(4, 25, 'most', id),
        maximumSendingLimitPerSenderEmailVariation: between(0, 50, 'variation', id),
      }),
      ...(chance(0.3, 'score', id) && { minimumHealthScore: 60 }),
    });
    if (chance(0.5, 'across', id))
      await edit('PUT', `/campaigns/${id}`, { isEnabledStopFollowUpsAcrossCampaigns: true });
    await edit('PUT', `/campaigns/${id}/schedule`, {
      daysSchedule: chance(0.5, 'days', id) ? '1,2,3,4,5' : '0,1,2,3,4,5,6',
      startSchedule: '08:00',
      endSchedule: chance(0.5, 'end', id) ? '18:00' : '12:30',
      minimumTimeBetweenEmails: between(1, 6, 'least', id),
      maximumTimeBetweenEmails: between(6, 14, 'gap', id),
    });
    await edit(
      'PUT',
      `/campaigns/${id}/sequence`,
      sequence(between(1, 4, 'steps', id), chance(0.6, 'variants', id)),
    );
    await edit('POST', `/campaigns/${id}/sender-emails`, {
      senderEmailIds: boxes.filter((box) => box === id || chance(0.6, 'attach', id, box)),
    });
    await edit('POST', '/leads', { campaignId: id, leads: people(between(30, 140, 'leads', id), id * 25) });
  }
  await edit('POST', '/campaigns/1/resume');
  await edit('POST', '/campaigns/2/resume');
  for (let round = 0; round < 8; round++) {
    await pass(0.2 + roll('pass', round) * 2.5);
    const id = between(1, 3, 'which', round);
    const box = boxes[between(0, boxes.length - 1, 'box', round)];
    const lead = between(1, 120, 'lead', round);
    const edits = [
      () => edit('POST', `/campaigns/${id}/pause`),
      () => edit('POST', `/campaigns/${id}/resume`),
      () => edit('PUT', `/campaigns/${id}/sequence`, sequence(between(1, 3, 'new-steps', round), false)),
      () => edit('PUT', `/campaigns/${id}`, { dailyLimit: between(2, 30, 'new-daily', round) }),
      () => edit('PUT', `/campaigns/${id}/schedule`, { startSchedule: '07:00', endSchedule: '23:00' }),
      () => edit('PUT', `/sender-emails/${box}`, { currentDailyLimit: between(1, 50, 'new-limit', round) }),
      () => edit('POST', `/campaigns/${id}/sender-emails`, { senderEmailIds: [box] }),
      () => edit('DELETE', `/leads/${lead}`),
      () => edit('POST', `/leads/${lead}/move`, { campaignId: id }),
      () =>
        edit('POST', '/lead-finder/imports', {
          campaignId: id,
          mode: 'first_n',
          count: between(5, 30, 'found', round),
          filters: { companySizes: ['11-50'] },
        }),
      () => edit('POST', '/blocklist', { values: [`acme${between(0, 40, 'block', round)}.example`] }),
      () => edit('POST', '/leads', { campaignId: id, leads: people(20, between(0, 300, 'more', round)) }),
    ];
    for (const [index, change] of edits.entries()) if (chance(0.3, 'edit', round, index)) await change();
    await edit('POST', `/campaigns/${id}/resume`);
  }
  await pass(9);
}

const sequence = (steps: number, hasVariants: boolean) => ({
  signature: 'Northwind',
  steps: Array.from({ length: steps }, (_, at) => ({
    order: at + 1,
    subject: at === 1 ? '' : `Step ${at + 1} for {company}`,
    body: `Hi {firstName},\n\nhow do you ship to {city} and {port}?`,
    contentType: at === 2 ? 'html' : 'text',
    delayDays: at === 0 ? 0 : at - 1,
    useSameThread: at === 1,
    ...(hasVariants &&
      at < 2 && { variants: [{ subject: 'Another for {firstName}' }, { body: 'Short, {title}.' }] }),
  })),
});

const people = (count: number, from: number) =>
  Array.from({ length: count }, (_, at) => from + at).map((number) => ({
    email: `person${number}@acme${number % 41}.example`,
    company: `Acme ${number % 41}`,
    ...(number % 7 > 0 && { firstName: `Person${number}` }),
    ...(number % 3 > 0 && { customVariables: { city: 'Oslo', size: number } }),
  }));
