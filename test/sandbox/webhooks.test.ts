import { describe, expect, it } from 'vitest';
import { events, eventTypes } from '../../src/contract/events/events.ts';
import { sandboxChildKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const url = 'https://hooks.acme.com/in';
const as = (key: string) => ({ authorization: `Bearer ${key}` });

describe('webhooks', () => {
  it('have no name where none was given', async () => {
    const { call } = await sandboxAtHand();
    const { json } = await call('POST', '/webhooks', { url, type: 'EmailReply' });
    expect(json.webhook.name).toBeNull();
  });

  it('are created one per call, listed at once, and never tell their secret', async () => {
    const { call, rows } = await sandboxAtHand();
    const made = await call('POST', '/webhooks', { url, type: 'EmailReply', name: 'CRM' });
    expect(made.status).toBe(201);
    expect(made.json.webhook).toEqual({
      id: 1,
      name: 'CRM',
      url,
      type: 'EmailReply',
      isEnabled: true,
      status: 'active',
      createdAt: '2026-03-02T08:00:00.000Z',
    });
    await call('POST', '/webhooks', { url, type: 'EmailReply', name: 'CRM' });
    const list = await call('GET', '/webhooks');
    expect(list.json).toMatchObject({ total: 2, webhooks: [{ id: 2 }, { id: 1 }] });
    const secrets = rows<{ secret: string }>('SELECT secret FROM webhook').map(({ secret }) => secret);
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
    expect(list.text + made.text).not.toContain('whsec_');
  });

  it('change only in what is given', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/webhooks', { url, type: 'EmailReply', name: 'CRM' });
    const off = await call('PUT', '/webhooks/1', { isEnabled: false });
    expect(off.json.webhook).toMatchObject({ name: 'CRM', url, isEnabled: false, status: 'disabled' });
    const other = await call('PUT', '/webhooks/1', { type: 'EmailSent', url: 'https://acme.com/x' });
    expect(other.json.webhook).toMatchObject({ name: 'CRM', type: 'EmailSent', isEnabled: false });
    expect((await call('DELETE', '/webhooks/1')).json).toMatchObject({ id: 1 });
    expect((await call('DELETE', '/webhooks/1')).status).toBe(404);
    expect((await call('PUT', '/webhooks/1', {})).status).toBe(404);
  });

  it.each([
    [{ type: 'EmailReply' }, 'url'],
    [{ url }, 'type'],
    [{ url, type: 'EmailOpened' }, 'type'],
    [{ url, type: 'EmailReply', name: 'x'.repeat(256) }, 'name'],
    [{ url: 'http://hooks.acme.com', type: 'EmailReply' }, 'url'],
    [{ url: 'http://localhost.acme.com/in', type: 'EmailReply' }, 'url'],
    [{ url: 'http://ana:secret@localhost/in', type: 'EmailReply' }, 'url'],
    [{ url: 'ftp://localhost/in', type: 'EmailReply' }, 'url'],
    [{ url: 'https://10.0.0.1/in', type: 'EmailReply' }, 'url'],
    [{ url: 'https://[::ffff:127.0.0.1]/in', type: 'EmailReply' }, 'url'],
    [{ url: 'https://[::1%25lo]/in', type: 'EmailReply' }, 'url'],
    [{ url: 'https://0.0.0.0/in', type: 'EmailReply' }, 'url'],
  ])('refuse %j', async (body, field) => {
    const { call } = await sandboxAtHand();
    const answer = await call('POST', '/webhooks', body);
    expect([answer.status, answer.json.field]).toEqual([400, field]);
    expect((await call('GET', '/webhooks')).json.total).toBe(0);
  });

  it.each([
    'http://localhost:3000/in',
    'http://127.0.0.1/in',
    'http://[::1]:8080',
    'https://127.1.2.3:8443/in?a=b',
    'https://2130706433/in',
  ])('take %s, which leads to this machine: here and only here', async (here) => {
    const { call } = await sandboxAtHand();
    expect((await call('POST', '/webhooks', { url: here, type: 'EmailReply' })).status).toBe(201);
    expect((await call('PUT', '/webhooks/1', { url: here })).json.webhook.url).toBe(here);
  });

  it('refuse a change to an address that cannot be called', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/webhooks', { url, type: 'EmailReply' });
    expect((await call('PUT', '/webhooks/1', { url: 'https://10.0.0.1/in' })).status).toBe(400);
    expect((await call('PUT', '/webhooks/1', { name: '' })).status).toBe(400);
    expect((await call('GET', '/webhooks')).json.webhooks[0].url).toBe(url);
  });

  it('belong to one workspace, and are only read with a read-only key', async () => {
    const { call } = await sandboxAtHand();
    await call('POST', '/webhooks', { url, type: 'EmailReply' });
    expect((await call('GET', '/webhooks', undefined, as(sandboxReadOnlyKey))).json.total).toBe(1);
    expect((await call('DELETE', '/webhooks/1', undefined, as(sandboxReadOnlyKey))).status).toBe(403);
    expect((await call('GET', '/webhooks', undefined, as(sandboxChildKey))).json.total).toBe(0);
    expect((await call('DELETE', '/webhooks/1', undefined, as(sandboxChildKey))).status).toBe(404);
  });
});

describe('the types of events', () => {
  it('are the ten of the specification, each with its own fields', () => {
    expect(eventTypes).toHaveLength(10);
    expect([...eventTypes].sort()).toEqual(Object.keys(events).sort());
    for (const type of eventTypes) {
      const { fields } = events[type];
      expect(new Set(fields).size).toBe(fields.length);
      const camel = type === 'AutopilotRunStatusChanged' || type === 'DfyOrderCompleted';
      expect(fields[0]).toBe(camel ? 'eventId' : 'event_id');
    }
    expect(events.EmailSent.fields).not.toContain('response_category');
    expect(events.EmailBounce.fields).toEqual(expect.arrayContaining([...events.EmailReply.fields]));
  });
});
