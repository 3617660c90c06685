import { WireFailure } from '../../../src/contract/wire.ts';
import type { Post } from '../../../src/sandbox/deliveries/deliver-due.ts';

export interface Got {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Answer = number | 'refused' | 'timeout' | 'hang';

/** Answers deliveries instead of a program that listens, one after another as given, the last one for all others. */
export function receiver(...answers: Answer[]) {
  const got: Got[] = [];
  let most = 0;
  let under = 0;
  const post: Post = async (url, { headers, body }, { signal }) => {
    const answer = answers[Math.min(got.length, answers.length - 1)] ?? 200;
    got.push({ url: url.href, headers: Object.fromEntries(headers), body: body.toString('utf8') });
    most = Math.max(most, ++under);
    await new Promise((resolve) => setImmediate(resolve));
    under--;
    if (answer === 'refused') throw new WireFailure('refused', false, 'refused the connection');
    if (answer === 'timeout') throw new WireFailure('timeout', true, 'did not answer within 30 s');
    if (answer === 'hang') {
      signal?.throwIfAborted();
      await new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    }
    return { status: Number(answer) };
  };
  return { post, got, mostAtOnce: () => most };
}
