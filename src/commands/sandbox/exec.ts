import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { temporaryHome } from '../../cli/connect/temporary-home.ts';
import { noFields } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { ChildEnded } from '../../cli/declare/early-end.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { sandboxKey } from '../../contract/keys.ts';
import { presetNames } from './fault/add.ts';

export const exec = command({
  name: 'exec',
  summary: 'Run a command with a fresh sandbox, and exit with its exit code',
  about: `Serves a fresh sandbox on a free port while the command runs, and deletes it afterwards. OUTREACH_BASE_URL and OUTREACH_API_KEY tell the command how to reach it. OUTREACH_HOME is a temporary folder, so your profiles, journal and sandbox stay untouched. Inside the command, \`outreach sandbox clock advance 14d\` moves the clock of the fresh sandbox.

Everything after -- is the command with its options; it is started without a shell. You can leave out the --, which PowerShell drops anyway. The exit code is that of the command, or 128 plus the number of the signal that ended it.`,
  uses: [],
  tool: { never: 'runs another program' },
  answer: noFields,
  local: true,
  interactive: true,
  args: {
    command: arg.program('the command and its arguments, after --'),
    seed: opt.file('start with the world described in this file; see: outreach help sandbox', 'document'),
    faults: opt.choice('faults for the command; see: outreach sandbox fault add --help', presetNames),
  },
  examples: [
    'outreach sandbox exec -- npm test',
    'outreach sandbox exec -- npx outreach leads list --json',
    'outreach sandbox exec -- sh -c "outreach leads add ana@lumen.example && outreach leads list"',
    'outreach sandbox exec --seed examples/world.json -- outreach campaigns list',
    'outreach sandbox exec --faults lost-answers -- npm test',
  ],
  async run({ files, screen }, { command: [program = '', ...args], seed, faults }): Promise<unknown> {
    const [{ createSandbox }, { listen }, { createCourier }, { post }] = await Promise.all([
      import('../../sandbox/sandbox.ts'),
      import('../../sandbox/listen.ts'),
      import('../../sandbox/deliveries/courier.ts'),
      import('../../cli/outside/post.ts'),
    ]);
    const { readSeedFile } = await import('../../sandbox/seed-file/read-seed-file.ts');
    const world = seed === undefined ? undefined : readSeedFile(seed, await files.readText(seed, 'document'));
    if (program === '')
      throw new Failure('missing_argument', 'no command to run was given', {
        hint: say`For example: ${advise('sandbox exec', { command: ['npm', 'test'] })}`,
      });
    const home = await temporaryHome(files.world);
    try {
      const { database } = home;
      const sandbox = await createSandbox({
        database,
        clock: files.world.clock,
        onFault: (error) => screen.warn(`A defect of the sandbox: ${(error as Error).stack ?? error}`),
        ...(world?.seed !== undefined && { seed: world.seed }),
      });
      if (world) await (await import('../../sandbox/seed-file/plant-seed.ts')).plantSeed(sandbox, world);
      if (faults) {
        const [{ addFaults }, { presets }] = await Promise.all([
          import('../../sandbox/faults/rules.ts'),
          import('../../sandbox/faults/presets.ts'),
        ]);
        await addFaults(sandbox.state, presets[faults].rules);
      }
      const courier = createCourier(sandbox.state, { post, onDefect: (error) => screen.warn(String(error)) });
      const served = await listen({ transport: sandbox.wire, port: 0, onExchange: courier.wake });
      try {
        screen.note(`A fresh sandbox at ${served.url} for: ${program}`);
        const ended = await files.world.spawn({
          command: program,
          args,
          env: envOf(files.world.env, served.url, home.folder),
        });
        const { exitOfChild } = await import('../../cli/outside/child.ts');
        throw new ChildEnded(exitOfChild(ended));
      } finally {
        await served.close();
        await courier.stop();
      }
    } finally {
      await home.remove();
    }
  },
});

/** The profile would not be there, the command is meant for the sandbox, and ceilings or a debug switch are the user's own. */
const envOf = (env: Readonly<Record<string, string | undefined>>, baseUrl: string, home: string) => ({
  ...env,
  OUTREACH_PROFILE: undefined,
  OUTREACH_REQUIRE_LIVE: undefined,
  OUTREACH_BASE_URL: baseUrl,
  OUTREACH_API_KEY: sandboxKey,
  OUTREACH_HOME: home,
  // Its account is gone afterwards: the lock beside the campaign files knows nothing of it.
  OUTREACH_LOCK_FOLDER: home,
});
