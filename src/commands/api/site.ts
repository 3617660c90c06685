import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { RawCall } from './call.ts';

/** A free tool: reads are made at once, all else might do anything and is never repeated. No key leaves. */
export async function sendToSite(
  context: Context,
  { operation, input }: RawCall,
  include: boolean,
): Promise<unknown> {
  const { url, api, approve } = await context.service.site();
  const { method, path } = operation.route;
  const facts = [
    `Call: ${method} ${url}${path}`,
    'This call is not documented. It carries no key, so it cannot spend or send in your name.',
  ];
  const approval =
    context.screen.globals.dryRun || operation.kind === 'write'
      ? await approve(operation, input, () => ({
          spend: {},
          facts,
          question: `Send ${method} ${path} to the public site`,
        }))
      : undefined;
  try {
    const answer = await api.raw(operation, input, approval);
    return include ? answer : answer.body;
  } catch (error) {
    throw error instanceof Failure && isMisleading(error) ? ofTheSite(error, url) : error;
  }
}

/** What is advised there is about keys, base URLs and the items of a workspace. */
const isMisleading = ({ code, status = 0 }: Failure): boolean =>
  code === 'not_the_service' || code === 'redirected' || [401, 402, 403, 404].includes(status);

function ofTheSite(failure: Failure, url: string): Failure {
  return failure.with({
    hint: `The documentation of the service does not show the paths of the free tools; look them up at ${url}`,
    cause: failure,
  });
}
