import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command, type Files } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { readJson } from '../../cli/input/json.ts';
import { copilot } from '../../contract/areas/copilot.ts';
import { copilotSequence } from '../../domain/sequence/copilot-sequence.ts';

function objectIn(path: string, value: unknown): Record<string, unknown> {
  if (isRecord(value)) return { ...value };
  throw new Failure('bad_icp_file', `${nameOf(path)} is not a profile: it must be a JSON object`);
}

const nameOf = (path: string): string => (path === '-' ? 'standard input' : path);

export const launch = command({
  name: 'launch',
  about: `The emails come from a plan saved with \`copilot plan --json\`, or from a file in the format of \`campaigns sequence set\`. Each follow-up needs a delay of 1 to 30 days after the previous email. Each run creates a new campaign.

With --search-url, leads come from a people search on a professional network. The service may need your session data (base64) for that network; the data is never shown. Without --search-url, add leads from the finder or a file.`,
  uses: [copilot.launch],
  tool: { never: 'takes a secret' },
  args: {
    name: arg.text('name of the campaign', { asked: 'name' }),
    sequence: opt.file('file of emails, - for standard input', 'document'),
    icp: opt.file('an ideal customer profile as JSON, for reference only', 'document'),
    searchUrl: opt.text('address of the people search', { hint: 'url' }),
    sessionFile: opt.file('read the session data from this file, - for standard input', 'document'),
  },
  examples: [
    'outreach copilot launch "Autumn launch" --sequence plan.json',
    'outreach copilot launch "Autumn launch" --sequence examples/sequence.md --json',
    'outreach copilot launch Heads --sequence plan.json --search-url https://network.example/search?q=head --session-file session.txt',
  ],
  async run({ service, files, screen }, { name, sequence, icp, ...session }) {
    if (session.sessionFile === '-' && sequence === '-')
      throw new Failure(
        'contradicting_options',
        'standard input can be the sequence or the session, not both',
        { hint: 'Read one of them from a file.' },
      );
    const read = (path: string) => files.readText(path, 'document');
    const file = sequence === undefined ? undefined : copilotSequence(nameOf(sequence), await read(sequence));
    const profile =
      icp === undefined ? file?.icp : objectIn(icp, await readJson(await read(icp), nameOf(icp)));
    const salesNavData = await givenSession(files, session.sessionFile, session.searchUrl);
    const body = {
      name,
      ...omitUndefined({
        icp: profile,
        sequence: file?.sequence,
        salesNavSearchUrl: session.searchUrl,
        salesNavData,
      }),
    };
    const launched = await service.api(copilot.launch, { body });
    screen.note(launched.message ?? `Campaign ${launched.campaignId} is created as a draft.`);
    if (file && file.left.length > 0)
      screen.warn(
        `Copilot takes plain steps; not sent: ${file.left.join(', ')}. To set all of it: ${pattern('campaigns sequence set', { campaign: launched.campaignId, file: sequence })}`,
      );
    return launched;
  },
  next: ({ campaignId }) => [
    advise('campaigns get', { campaign: campaignId }),
    ['check it before it starts', advise('campaigns check', { campaign: campaignId })],
  ],
  fields: [
    ['Campaign', 'campaignId', 'id'],
    ['Status', 'status', 'state'],
    ['Job', 'jobId', 'id'],
  ],
});

/** The session payload, from a file or standard input and never from the line. What is wrong is said without it. */
async function givenSession(
  { readText }: Pick<Files, 'readText'>,
  from: string | undefined,
  searchUrl: string | undefined,
): Promise<string | undefined> {
  if (from === undefined) return undefined;
  if (searchUrl === undefined)
    throw usage('a session needs the address of its search', 'Give it with --search-url.');
  const payload = (await readText(from, 'document')).replaceAll(/\s/g, '');
  if (payload === '') throw usage(`${nameOf(from)} contains no session payload`, 'Nothing was sent.');
  return payload;
}

const usage = (message: string, hint: string): Failure => new Failure('bad_session', message, { hint });
