/**
 * The revision of the protocol that has no handshake: each request names it. The library speaks those before it; its next
 * line, which speaks this one too, takes more than twice as long to load.
 */
const revision = '2026-07-28';
const own = 'io.modelcontextprotocol/';
const unsupportedVersion = -32_022;

interface Asked {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> | undefined } | undefined;
}

/** What the server adds for clients of that revision, beside those that greet first. */
export function createStatelessEra(serverInfo: object, instructions: string) {
  const asked = new Set<unknown>();
  const whole = { resultType: 'complete', _meta: { [`${own}serverInfo`]: serverInfo } };
  return {
    /** The answer to a request that ends here; undefined where it goes on. */
    answerTo({ id, method, params }: Asked): Readonly<Record<string, unknown>> | undefined {
      if (id === undefined) return undefined;
      const requested = params?._meta?.[`${own}protocolVersion`];
      if (requested !== undefined && requested !== revision) {
        const data = { supported: [revision], requested };
        const message = `Unsupported protocol version: ${String(requested)}`;
        return { jsonrpc: '2.0', id, error: { code: unsupportedVersion, message, data } };
      }
      if (method === 'server/discover') {
        const offer = { supportedVersions: [revision], capabilities: { tools: {} }, instructions };
        return { jsonrpc: '2.0', id, result: { ...whole, ...listed, ...offer } };
      }
      if (requested === revision) asked.add(id);
      return undefined;
    },
    /** What the result of this request has besides. */
    addedTo: (id: unknown, isList: boolean): object =>
      asked.delete(id) ? { ...whole, ...(isList && listed) } : {},
  };
}

/** A list is not kept by the client. */
const listed = { ttlMs: 0, cacheScope: 'private' };
