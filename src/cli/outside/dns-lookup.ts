/** What of a resolver is needed here. */
export interface Resolver {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  cancel(): void;
}

const timeoutMs = 2500;

/**
 * Every address that a name leads to, as the name servers say: what this machine alone calls so (its hosts file) is
 * left out, since the service does not know it. Rejects where there is none, and soon where no server answers.
 */
export async function lookup(name: string, signal: AbortSignal, resolver?: Resolver): Promise<string[]> {
  signal.throwIfAborted();
  const asked =
    resolver ?? new (await import('node:dns/promises')).Resolver({ timeout: timeoutMs, tries: 1 });
  const cancel = () => asked.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([asked.resolve4(name), asked.resolve6(name)]);
    signal.throwIfAborted();
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const refused = answers.find((answer) => answer.status === 'rejected');
    if (found.length === 0 && refused) throw refused.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
