import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../world.ts';

type Prepare = (world: TestWorld) => Promise<unknown>;

const nothing: Prepare = async () => undefined;
const gate: Prepare = (world) => world.outreach('autopilot start acme.com --target-prospects 50 --yes');

const imports =
  'finder import --campaign 1 --count 20 --job-title "Head of Sales" --country Germany --yes --wait';

/** A line that begins something and waits for it, with the time in which it cannot end. */
const lines: readonly [line: string, shown: Readonly<Record<string, unknown>>, prepare: Prepare][] = [
  ['dfy orders create --domain acme-mail.com --yes --wait --wait-timeout 2s', { id: 1 }, nothing],
  [
    'verification jobs create ana@lumen.example kim@lumen.example --yes --wait-timeout 1s',
    { id: 1 },
    nothing,
  ],
  ['autopilot start acme.com --target-prospects 50 --wait-timeout 1s', { id: 1 }, nothing],
  ['autopilot approve 1 --yes --wait-timeout 1s', { id: 1 }, gate],
];

describe('where the wait ended for what the same line began', () => {
  it.each(lines)('shows what was begun: %s', async (line, shown, prepare) => {
    const world = await newWorld();
    await prepare(world);
    const run = await world.outreach(`${line} --json`);
    expect(run.exit).toBe(8);
    expect(run.json()).toMatchObject(shown);
    expect(JSON.parse(run.err).error).toMatchObject({ code: 'still_running', outcome: 'done' });
  });

  it('is one row of CSV, or a field a line in a pipe', async () => {
    const world = await newWorld();
    const [first] = lines[0] ?? [];
    const csv = await world.outreach(`${first} --csv --fields id,status`);
    expect([csv.exit, csv.out]).toEqual([8, '"id","status"\r\n"1","created"\r\n']);
    const piped = await (await newWorld()).outreach(first ?? '');
    expect([piped.exit, piped.out]).toEqual([8, expect.stringContaining('id\t1\n')]);
  });

  it('names an import that is not finished, whose record is printed only when it is', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    const run = await world.outreach(`${imports} --wait-timeout 1s --json`);
    expect([run.exit, run.out]).toEqual([8, '']);
    const { error } = JSON.parse(run.err);
    expect(error).toMatchObject({ outcome: 'done', details: { importId: 1 } });
    const after = await world.outreach(`finder imports wait ${error.details.importId} --json`);
    expect([after.exit, after.json()]).toEqual([0, expect.objectContaining({ importId: 1 })]);
  });

  it('does so at Ctrl-C as well', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (request.method === 'GET' && /\/imports\/\d+$/.test(request.path)) world.interrupt();
        return answer;
      },
    });
    await world.outreach('campaigns create Autumn');
    const run = await world.outreach(`${imports} --json`);
    expect(run.exit).toBe(130);
    expect(JSON.parse(run.err).error).toMatchObject({ outcome: 'done', details: { importId: 1 } });
  });

  const waiting =
    /^\/(lead-finder\/imports|dfy\/orders|verification\/jobs|email-verification\/jobs|autopilot\/runs)\/\d+$/;
  const started: readonly [line: string, goOn: string, prepare: Prepare, isShown: boolean][] = [
    [imports, 'finder imports wait 1', (world) => world.outreach('campaigns create Autumn'), false],
    ['dfy orders create --domain acme-mail.com --yes --wait', 'dfy orders wait 1', nothing, true],
    ['verification jobs create ana@lumen.example --yes', 'verification jobs get 1 --wait', nothing, true],
    ['autopilot approve 1 --yes', 'autopilot watch 1', gate, true],
  ];

  // None of them may end like a line that did nothing: 2, 4, 5, 6, 7, 10 and 12.
  it.each(
    started.flatMap((line, at) =>
      [400, 401, 402, 403, 404, 409, 410, 422, 500]
        .filter((status) => at === 0 || status === 401)
        .map((status) => [status, ...line] as const),
    ),
  )(
    'ends with 8 and the way on where a poll is answered %i: %s',
    async (status, line, goOn, prepare, isShown) => {
      let isRefusing = false;
      const world = await newWorld({
        between: (next) => async (request, signal) => {
          if (isRefusing && request.method === 'GET' && waiting.test(request.path))
            return { status, headers: { 'content-type': 'application/json' }, body: '{"error":"No"}' };
          const answer = await next(request, signal);
          isRefusing ||= request.method === 'POST' && /(imports|orders|jobs|approve)$/.test(request.path);
          return answer;
        },
      });
      await prepare(world);
      isRefusing = false;
      const run = await world.outreach(`${line} --json`);
      expect([run.exit, run.out !== '']).toEqual([8, isShown]);
      const { error } = JSON.parse(run.err.trimEnd().split('\n').at(-1) ?? '');
      expect(error).toMatchObject({ outcome: 'done', status, retryable: false, exitCode: 8 });
      expect(error.hint).toContain(`outreach ${goOn}`);
    },
  );

  it('keeps the code of what did nothing for a line that only waits', async () => {
    const refused = { status: 401, headers: {}, body: '{"error":"No"}' };
    const world = await newWorld({ between: () => async () => refused });
    expect((await world.outreach('finder imports wait 1')).exit).toBe(4);
  });
});
