import { createHmac } from 'node:crypto';

/**
 * Why a signature may not fit, where a usual mistake explains it: another reading of body or secret fits. Only shown,
 * never accepted.
 */
export function adviceFor(claim: {
  readonly timestamp: string;
  /** As it is in the header. */
  readonly signature: string;
  readonly body: Buffer;
  readonly secrets: readonly string[];
}): string | undefined {
  const claimed = claim.signature.toLowerCase();
  for (const secret of claim.secrets) {
    const fits = (key: string | Buffer, signed: Buffer) =>
      claimed.includes(createHmac('sha256', key).update(signed).digest('hex'));
    const stamped = (body: Buffer) => Buffer.concat([Buffer.from(`${claim.timestamp}.`), body]);
    for (const [body, what] of otherBodies(claim.body)) if (fits(secret, stamped(body))) return what;
    if (fits(secret, claim.body))
      return 'It was made over the body alone, without the timestamp and the dot before it.';
    for (const [key, what] of otherKeys(secret)) if (fits(key, stamped(claim.body))) return what;
  }
  return undefined;
}

function otherBodies(body: Buffer): (readonly [Buffer, string])[] {
  const text = body.toString('utf8');
  const without =
    'It fits the body without the line break at its end: save the raw bytes, without adding one.';
  return [
    [Buffer.from(text.replace(/(?:\r?\n)+$/, '')), without],
    [
      Buffer.from(`${text}\n`),
      'It fits the body with a line break at its end, which was cut off on the way.',
    ],
    [Buffer.from(text.replaceAll('\r\n', '\n')), 'It fits the body with other line endings.'],
    [Buffer.from(text.replaceAll(/\r?\n/g, '\r\n')), 'It fits the body with other line endings.'],
    [
      Buffer.from(text.replace(/^\uFEFF/, '')),
      'It fits the body without the byte-order mark that was put before it.',
    ],
    ...serialised(text),
  ];
}

function serialised(text: string): (readonly [Buffer, string])[] {
  const what = 'It fits the same JSON in another form: check the raw bytes, before anything parses them.';
  try {
    const value: unknown = JSON.parse(text);
    const compact = JSON.stringify(value);
    return [
      [Buffer.from(compact), what],
      [Buffer.from(JSON.stringify(value, undefined, 2)), what],
      [Buffer.from(JSON.stringify(value, undefined, 4)), what],
    ];
  } catch {
    // No JSON at all, or too deep: then it was not serialised again.
    return [];
  }
}

function otherKeys(secret: string): (readonly [string | Buffer, string])[] {
  const bare = secret.replace(/^whsec_/, '');
  return [
    [bare, 'It was made with the secret without whsec_: the prefix belongs to the key.'],
    [`whsec_${secret}`, 'It was made with whsec_ before this secret: the prefix belongs to the key.'],
    [
      Buffer.from(bare, 'base64'),
      'It was made with the secret decoded from base64: the key is the whole secret as shown.',
    ],
  ];
}
