import { describe, expect, it } from 'vitest';
import { post } from '../../src/cli/outside/post.ts';
import { closedPort } from '../client/server.ts';
import { newWorld } from '../world.ts';

describe('what happens in the sandbox', () => {
  it('reaches a listener, with the secrets that the sandbox tells, and is taken for genuine', async () => {
    const world = await newWorld({ post });
    const listener = await newWorld();
    const port = await closedPort();
    await world.outreach(`webhooks create --url http://127.0.0.1:${port}/in --type LeadCategoryUpdate`);
    const secrets = (await world.outreach('sandbox secrets --fields secret -q')).out;
    const ended = listener.outreach(`webhooks listen --port ${port} --once --json --secret-stdin`, {
      stdin: secrets,
    });
    while (!listener.toldSoFar().includes('listening')) await new Promise((resolve) => setImmediate(resolve));
    await world.outreach('leads add ana@lumen.example');
    await world.outreach('leads categorize 1 interested');
    const { items } = (await ended).json();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      type: 'LeadCategoryUpdate',
      signature: 'valid',
      answered: 200,
      payload: { lead_id: 1, email_address: 'ana@lumen.example', new_category: 'interested' },
    });
    expect((await world.outreach('sandbox deliveries')).out).toContain('answered 200');
  });
});
