import type { Api } from '../../client/api/api.ts';
import type { Covers } from '../../client/api/approval.ts';
import { openProfiles } from '../../local/profiles.ts';
import type { Columns } from '../answer/sort-order.ts';
import { connectionTo } from '../connect/connection.ts';
import type { Guarding } from '../connect/destination.ts';
import type { Guards } from '../connect/guards.ts';
import type { TargetClock } from '../connect/target-clock.ts';
import type { GateParts } from '../consent/gate.ts';
import { isYesConsent, personGate } from '../consent/person-gate.ts';
import type { Turn } from '../consent/turn.ts';
import type { Asker } from '../declare/asker.ts';
import type { Context, GroupEntry } from '../declare/command.ts';
import type { Connected } from '../declare/context-parts.ts';
import { type Globals, isForPeople } from '../declare/globals.ts';
import type { Messages } from '../declare/messages.ts';
import type { Approve } from '../declare/quote.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { filesOf } from '../files/files.ts';
import { createFind } from '../find/find-id.ts';
import { createList } from '../find/list.ts';
import type { ChosenFilter } from '../find/narrowed-list.ts';
import type { createWaitWatch } from '../messages/wait-watch.ts';
import { requireLive } from '../profile/require-live.ts';

export interface ContextParts {
  world: World;
  globals: Globals;
  /** The path of the command: `finder import`. */
  command: string;
  tree: readonly GroupEntry[];
  messages: Messages;
  /** Made when a question may come: looking at stdin takes time. */
  ask(): Asker;
  progress: Context['progress'];
  pace: ReturnType<typeof createWaitWatch>;
  targetClock: TargetClock;
  run: Context['run'];
  whenShown: Context['whenShown'];
  guards: Guards;
  atEnd(close: () => void | Promise<void>): void;
  /** Absent for a command that works without key and service. */
  settings: Settings | undefined;
  /** False for a command that is offline: it needs no client. */
  callsService: boolean;
  /** Those of the line that the service does not have. */
  filters: readonly ChosenFilter[];
  columns: Columns;
  /** Of a command that stops mail or money. */
  isUrgent: boolean;
}

/** What a command has at hand. The client is loaded only for commands that speak with the service. */
export async function createContext(parts: ContextParts): Promise<Context> {
  const { world, globals, tree, messages, progress, pace, run } = parts;
  let asker: Asker | undefined;
  const ask = () => {
    asker ??= parts.ask();
    return asker;
  };
  const turn = parts.settings && (await turnIn(parts, parts.settings));
  const guarding = { guards: parts.guards, ask };
  const connect = async (settings: Settings): Promise<Connected> => {
    requireLive(settings, globals, world);
    const connection = await connectionTo(parts, settings, guarding);
    const { api } = connection;
    const approve: Approve = async (...call) =>
      (await gateOf(parts, askingParts({ ...parts, settings }, connection, ask()), () => api))(...call);
    return { api, approve };
  };
  const profiles = openProfiles(world);
  const client: Connection | undefined =
    parts.settings && parts.callsService
      ? await connectionTo(parts, parts.settings, {
          ...guarding,
          turn,
          beforeSteering: steeringOf(parts, () => [context, asking(), turn]),
        })
      : undefined;
  const api = () => present(client).api;
  const asking = () => ({ ...askingParts(parts, present(client), ask()), turn });
  const context: Context = {
    get api() {
      return api();
    },
    get settings() {
      return present(parts.settings);
    },
    list: createList({
      api,
      globals,
      filters: parts.filters,
      columns: parts.columns,
      context: () => context,
    }),
    approve: async (...approved) => {
      const joining = joiningParts(context, asking(), approved[3]?.covers);
      return (await gateOf(parts, asking(), api, joining))(...approved);
    },
    agree: async (asked) => (await agreeOf(parts, profiles, ask()))(asked),
    approveAll: async (calls, quote) =>
      (await import('../consent/gate-of-all.ts')).createGateOfAll(asking())(calls, quote),
    find: createFind(api),
    connect,
    journal: journalOf(parts, () => present(client)),
    replyMarks: replyMarksIn(parts),
    site: async () => (await import('../connect/public-site.ts')).openPublicSite({ ...parts, ask }, profiles),
    agent: async () =>
      (await import('../connect/mcp-server.ts')).openMcpServer(
        { ...parts, ask, turn, mailing: joiningParts(context, asking(), undefined).mailing },
        present(parts.settings),
        profiles,
      ),
    get ask() {
      return ask();
    },
    progress,
    pace,
    whenShown: parts.whenShown,
    targetNow: () => timeAt(parts),
    isForPeople: isForPeople(world, globals) && globals.fields === undefined,
    note: messages.note,
    warn: messages.warn,
    tell: messages.tell,
    ...filesOf(world, globals, messages.note),
    run,
    globals,
    profiles,
    world,
    tree,
  };
  return context;
}

/** Loaded where only a person agrees, and a call may take one. */
async function turnIn(
  { world, globals, command, callsService, atEnd }: ContextParts,
  settings: Settings,
): Promise<Turn | undefined> {
  if (!callsService || isYesConsent({ world, settings })) return undefined;
  const turn = (await import('../consent/turn.ts')).turnOf({
    ...{ world, globals, command, settings },
    refuseMoved: async () => (await import('../connect/moved-journal.ts')).refuseMoved(world),
  });
  if (turn) atEnd(turn.close);
  return turn;
}

/** A command may ask for several profiles at once. */
async function agreeOf(
  { world, globals, messages, settings, command, guards }: ContextParts,
  profiles: Context['profiles'],
  ask: Asker,
): Promise<Context['agree']> {
  const { createAgree } = await import('../consent/agree.ts');
  const { atClose } = guards;
  const asked = {
    world,
    globals,
    command,
    settings: settings ?? everyProfile(profiles),
    ask: () => ask,
    atClose,
  };
  return createAgree({ globals, ask, say: messages.tell, person: personGate(asked) });
}

/** In the place of the settings of one: a guard of any of them counts. */
const everyProfile = (profiles: Context['profiles']) =>
  ({
    profile: null,
    target: 'live',
    baseUrl: 'https://every.profile/r',
    inProcess: false,
    key: '',
    consent: profiles.names().some((name) => profiles.get(name)?.consent !== undefined)
      ? 'person'
      : undefined,
  }) as const;

/** A gate that prices what it asks about. */
async function gateOf(
  { world, globals, targetClock }: ContextParts,
  asked: Asking,
  api: () => Api,
  more: Partial<GateParts> = {},
): Promise<Approve> {
  const [{ createGate }, { lookups }] = await Promise.all([
    import('../consent/gate.ts'),
    import('../spending/lookups.ts'),
  ]);
  const { settings } = asked;
  return createGate({ ...asked, ...lookups({ world, globals, targetClock, settings, api }), ...more });
}

/** What a gate looks at where people join a campaign. */
const joiningParts = (
  context: Context,
  { person }: Asking,
  covers: Covers | undefined,
): Pick<GateParts, 'mailing' | 'launchChecks'> => ({
  mailing: async (...call) => {
    const { mailingOrSteering } = await import('../find/steering.ts');
    const mailing = await mailingOrSteering(context, { person, covers }, ...call);
    if (!person || !mailing?.sends || mailing.campaign === undefined) return mailing;
    const resumed = await (await import('../launch/check/joining.ts')).resumedBinds(
      context,
      mailing.campaign,
    );
    const binds = [mailing.binds, resumed].filter((bound) => bound !== undefined).join(' ');
    return { ...mailing, ...(binds !== '' && { binds }) };
  },
  launchChecks:
    (...call) =>
    async (campaign) =>
      (await import('../launch/check/joining.ts')).checkJoining(context, campaign, ...call),
});

/** Asks where `--yes` is not consent. */
const steeringOf =
  (
    { globals }: ContextParts,
    having: () => readonly [Context, Asking, Turn | undefined],
  ): NonNullable<Guarding['beforeSteering']> =>
  async (operation, input) => {
    const [context, { person }, turn] = having();
    if (!operation.steers || globals.dryRun || !person) return undefined;
    const approval = await (await import('../find/steering.ts')).approveSteering(context, operation, input);
    // The part of its question: the call has its own.
    if (approval) await turn?.end(operation);
    return approval;
  };

/** What a gate asks with. */
const askingParts = (
  { globals, settings, messages, world, command, guards }: ContextParts,
  { prepare, guard }: Connection,
  ask: Asker,
) => ({
  globals,
  settings: present(settings),
  ask,
  prepare,
  guard,
  say: messages.tell,
  person: personGate({
    ...{ world, globals, command, settings: present(settings), ask: () => ask, atClose: guards.atClose },
  }),
  rehearse: messages.note,
});

type Asking = ReturnType<typeof askingParts>;
type Connection = Awaited<ReturnType<typeof connectionTo>>;

/** Loaded by the commands that ask about guarded calls. */
function journalOf({ world, settings, guards }: ContextParts, client: () => Connection): Context['journal'] {
  const load = () => import('../connect/settle-journal.ts');
  return {
    lookAgain: async (id, reading) =>
      (await load()).lookAgain({ world, settings: present(settings), guard: client().guard }, id, reading),
    open: async (operation) => (await load()).openCalls({ world, settings: present(settings) }, operation),
    done: async (operation) => (await load()).doneCalls({ world, settings: present(settings) }, operation),
    decide: async (id, state, force) => (await load()).decide(world, id, state, force),
    intent: async (id) => (await load()).intentOf(world, id),
    remark: guards.remark,
    reported: guards.reported,
    forgetBefore: async (time) => (await load()).forgetBefore(world, time),
    forgetRehearsed: async () => (await load()).forgetRehearsed(world),
  };
}

function replyMarksIn({ world, settings, messages }: ContextParts): Context['replyMarks'] {
  let loaded: Promise<Context['replyMarks']> | undefined;
  const load = () => {
    loaded ??= import('../connect/reply-marks.ts').then(({ replyMarksOf }) =>
      replyMarksOf({ world, settings: present(settings), warn: messages.warn }),
    );
    return loaded;
  };
  return {
    list: async () => (await load()).list(),
    put: async (mark) => (await load()).put(mark),
    remove: async (reply) => (await load()).remove(reply),
    claim: async (...terms) => (await load()).claim(...terms),
    claimed: async () => (await load()).claimed(),
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a command marked as local or offline asked for the service');
  return value;
}

/** A command without settings looks at the sandbox of this machine, if at any. */
const timeAt = async ({ settings, targetClock }: ContextParts): Promise<number> =>
  settings ? targetClock.ask(settings) : (await targetClock.now()).target;
