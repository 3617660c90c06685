import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/base/base-url.ts';
import { receiverUrl } from '../../src/commands/webhooks/receiver/receiver-url.ts';

describe('the address of a receiver', () => {
  it.each([
    ['3000', 'http://127.0.0.1:3000/'],
    ['3000/hooks?a=b', 'http://127.0.0.1:3000/hooks?a=b'],
    ['localhost:3000/hooks', 'http://localhost:3000/hooks'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
    ['[::1]:3000', 'http://[::1]:3000/'],
    ['http://127.0.0.1.:3000', 'http://127.0.0.1:3000/'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['https://localhost:3000', 'https://localhost:3000/'],
  ])('%s leads here', (text, href) => {
    const url = receiverUrl(text, '--to');
    expect([url.href, isLoopback(url)]).toEqual([href, true]);
  });

  it('may be anywhere by https', () => {
    const url = receiverUrl('https://hooks.acme.com/in?token=1', '--to');
    expect([url.href, isLoopback(url)]).toEqual(['https://hooks.acme.com/in?token=1', false]);
  });

  it.each([
    '',
    '99999',
    '0',
    'hooks.acme.com',
    'localhost.acme.com:3000',
    '127.0.0.1.acme.com',
    '127.0.0.1@acme.com',
    'http://localhost@acme.com/',
    'http://[::ffff:127.0.0.1]:3000',
    'http://169.254.169.254/latest',
    'javascript:alert(1)',
    'https://hooks.acme.com/\nHost: evil',
    ' 3000',
    'https://a:b@hooks.acme.com',
  ])('%j is refused', (text) => {
    expect(() => receiverUrl(text, '--to')).toThrowError(/^--to /);
  });
});
