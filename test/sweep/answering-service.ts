import { type Respond, type Running, type Seen, serve } from '../client/server.ts';
import { liveKey } from '../commands/live-service.ts';
import { samples } from './samples.ts';
import { aboutAsked, operationOf } from './service.ts';

export const json = { 'content-type': 'application/json' };

/** True where it has answered a call itself. */
type Instead = (operation: string, ...rest: Parameters<Respond>) => boolean;

export interface AnsweringService extends Running {
  /** Good answers from now on, except where `instead` takes over; gives what was asked since. */
  answering(instead?: Instead): () => readonly Seen[];
}

/** A real server that answers every call as the spec shows it. To be closed. */
export async function answeringService(): Promise<AnsweringService> {
  let respond: Respond = () => undefined;
  const service = await serve((seen, response) => respond(seen, response));
  const answering = (instead: Instead = () => false) => {
    const from = service.seen.length;
    respond = (seen, response) => {
      const path = seen.url.replace(/^\/r/, '').replace(/\?.*$/s, '');
      const operation = operationOf({ method: seen.method as 'GET', path });
      if (instead(operation, seen, response)) return;
      response.writeHead(200, json).end(aboutAsked(JSON.stringify(samples[operation]), path));
    };
    return () => service.seen.slice(from);
  };
  return { ...service, answering };
}

/** A machine that is set up for the service. */
export const envOf = (baseUrl: string, env: Record<string, string> = {}) => ({
  OUTREACH_API_KEY: liveKey,
  OUTREACH_BASE_URL: baseUrl,
  ...env,
});
