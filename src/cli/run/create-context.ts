import type { Covers } from '../../client/api/approval.ts';
import { openProfiles } from '../../local/profiles.ts';
import type { Columns } from '../answer/sort-order.ts';
import { connectionTo } from '../connect/connection.ts';
import type { Guarding } from '../connect/destination.ts';
import type { Guards } from '../connect/guards.ts';
import type { TargetClock } from '../connect/target-clock.ts';
import type { GateParts } from '../consent/deal.ts';
import { isYesConsent, type PersonGate, personGate } from '../consent/person-gate.ts';
import type { Turn } from '../consent/turn.ts';
import type { Asker } from '../declare/asker.ts';
import type {
  Consent,
  Context,
  Files,
  GroupEntry,
  Screen,
  Service,
  Surroundings,
} from '../declare/command.ts';
import type { Messages } from '../declare/context-parts.ts';
import { type Globals, isForPeople } from '../declare/globals.ts';
import type { Approve } from '../declare/quote.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
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
  ask(): Asker;
  progress: Screen['progress'];
  pace: ReturnType<typeof createWaitWatch>;
  targetClock: TargetClock;
  run: Screen['run'];
  whenShown: Screen['whenShown'];
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
  const { world, globals, messages, settings } = parts;
  const files: Files = { ...filesOf(world, globals, messages.note), profiles: openProfiles(world), world };
  const { progress, whenShown, run, tree } = parts;
  const isRead = isForPeople(world, globals) && globals.fields === undefined;
  const screen: Screen = { ...messages, globals, isForPeople: isRead, progress, whenShown, run, tree };
  const account = settings && parts.callsService ? await accountIn(parts, settings) : undefined;
  const surroundings = { service: readingOf(parts, account), files, screen };
  const consent = consentOf(parts, surroundings, account);
  if (account?.person) account.steering.ask = steeringBy(parts, account, surroundings, consent.approve);
  return { service: serviceOf(parts, surroundings, account), consent, files, screen };
}

/** The account that a command calls. */
interface Account {
  readonly settings: Settings;
  readonly connection: Connection;
  /** Present where only a person agrees, and a call may take one. */
  readonly turn: Turn | undefined;
  /** Present where `--yes` is not consent. */
  readonly person: PersonGate | undefined;
  /** Who is asked before a call changes what goes out already. */
  readonly steering: { ask?: Steering };
}

async function accountIn(parts: ContextParts, settings: Settings): Promise<Account> {
  const { guards, ask } = parts;
  const turn = await turnIn(parts, settings);
  const steering: Account['steering'] = {};
  const beforeSteering: Steering = async (...call) => steering.ask?.(...call);
  const connection = await connectionTo(parts, settings, { guards, ask, turn, beforeSteering });
  return { settings, connection, turn, person: personIn(parts, settings), steering };
}

/** What reads. Neither client nor settings are there for a command that works without. */
const readingOf = (parts: ContextParts, account: Account | undefined): Surroundings['service'] => ({
  get api() {
    return present(account).connection.api;
  },
  get settings() {
    return present(parts.settings);
  },
  find: createFind(() => present(account).connection.api),
  journal: journalOf(parts, () => present(account).connection),
  replyMarks: replyMarksIn(parts),
  pace: parts.pace,
  /** A command without settings looks at the sandbox of this machine, if at any. */
  targetNow: async () =>
    parts.settings ? parts.targetClock.ask(parts.settings) : (await parts.targetClock.now()).target,
});

/** The whole service: its lists, and the clients of other keys and servers, each loaded when it is asked for. */
function serviceOf(parts: ContextParts, surroundings: Surroundings, account: Account | undefined): Service {
  const { globals, world, guards, ask, filters, columns } = parts;
  const { profiles } = surroundings.files;
  return Object.assign(surroundings.service, {
    list: createList({ context: surroundings, filters, columns }),
    connect: async (settings: Settings) => {
      requireLive(settings, globals, world);
      const connection = await connectionTo(parts, settings, { guards, ask });
      const person = personIn(parts, settings);
      const approve: Approve = async (...call) =>
        (await gateOf(parts, { settings, connection, person, turn: undefined }))(...call);
      return { api: connection.api, approve };
    },
    site: async () => (await import('../connect/public-site.ts')).openPublicSite(parts, profiles),
    agent: async () => {
      const { settings, person, turn } = present(account);
      const { mailing } = joiningParts(surroundings, person, undefined);
      const { openMcpServer } = await import('../connect/mcp-server.ts');
      return openMcpServer({ ...parts, turn, mailing }, settings, profiles);
    },
  });
}

function consentOf(parts: ContextParts, surroundings: Surroundings, account: Account | undefined): Consent {
  const { profiles } = surroundings.files;
  return {
    approve: async (...approved) => {
      const own = present(account);
      const joining = joiningParts(surroundings, own.person, approved[3]?.covers);
      return (await gateOf(parts, own, joining))(...approved);
    },
    approveAll: async (calls, quote) =>
      (await import('../consent/gate-of-all.ts')).createGateOfAll(askingParts(parts, present(account)))(
        calls,
        quote,
      ),
    agree: async (asked) => (await agreeOf(parts, profiles))(asked),
    get ask() {
      return parts.ask();
    },
  };
}

/** Loaded where only a person agrees, and a call may take one. */
async function turnIn(
  { world, globals, command, callsService, atEnd }: ContextParts,
  settings: Settings,
): Promise<Turn | undefined> {
  if (!callsService || isYesConsent(world, settings)) return undefined;
  const turn = (await import('../consent/turn.ts')).turnOf({
    ...{ world, globals, command, settings },
    refuseMoved: async () => (await import('../connect/moved-journal.ts')).refuseMoved(world),
  });
  if (turn) atEnd(turn.close);
  return turn;
}

/** A command may ask for several profiles at once. */
async function agreeOf(parts: ContextParts, profiles: Files['profiles']): Promise<Consent['agree']> {
  const { globals, messages, ask } = parts;
  const { createAgree } = await import('../consent/agree.ts');
  const settings: GateOf = parts.settings ?? {
    ...{ profile: null, target: 'live', baseUrl: 'https://every.profile/r', inProcess: false, key: '' },
    // In the place of the settings of one: a guard of any of them counts.
    consent: profiles.names().some((name) => profiles.get(name)?.consent !== undefined)
      ? 'person'
      : undefined,
  };
  const person = personIn(parts, settings);
  return createAgree({ globals, ask: ask(), say: messages.tell, person });
}

/** A gate that prices what it asks about. */
async function gateOf(
  parts: ContextParts,
  account: Omit<Account, 'steering'>,
  more: Partial<GateParts> = {},
): Promise<Approve> {
  const [{ createGate }, { lookups }] = await Promise.all([
    import('../consent/gate.ts'),
    import('../spending/lookups.ts'),
  ]);
  const { settings, connection } = account;
  const money = lookups({ ...parts, settings, api: () => connection.api });
  return createGate({ ...askingParts(parts, account), ...money, ...more });
}

/** What a gate looks at where people join a campaign. */
const joiningParts = (
  surroundings: Surroundings,
  person: PersonGate | undefined,
  covers: Covers | undefined,
): Pick<GateParts, 'mailing' | 'launchChecks' | 'noteWaived'> => ({
  noteWaived: async (...noted) =>
    (await import('../launch/blocking-rules.ts')).noteWaived(surroundings, ...noted),
  mailing: async (...call) => {
    const { mailingOrSteering } = await import('../find/steering.ts');
    const mailing = await mailingOrSteering(surroundings, { person, covers }, ...call);
    if (!person || !mailing?.sends || mailing.campaign === undefined) return mailing;
    const { resumedBinds } = await import('../launch/check/joining.ts');
    const resumed = await resumedBinds(surroundings, mailing.campaign);
    const binds = [mailing.binds, resumed].filter((bound) => bound !== undefined).join(' ');
    return { ...mailing, ...(binds !== '' && { binds }) };
  },
  launchChecks:
    (...call) =>
    async (campaign) =>
      (await import('../launch/check/joining.ts')).checkJoining(surroundings, campaign, ...call),
});

/** Asks where `--yes` is not consent. */
const steeringBy =
  (
    { globals }: ContextParts,
    { turn, person }: Account,
    surroundings: Surroundings,
    approve: Approve,
  ): Steering =>
  async (operation, input) => {
    if (!operation.steers || globals.dryRun || !person) return undefined;
    const { approveSteering } = await import('../find/steering.ts');
    const approval = await approveSteering(surroundings, approve, operation, input);
    // The part of its question: the call has its own.
    if (approval) await turn?.end(operation);
    return approval;
  };

/** What a gate asks with. */
const askingParts = (
  { globals, messages, ask }: ContextParts,
  { settings, connection, turn, person }: Omit<Account, 'steering'>,
) => ({
  ...{ globals, settings, ask: ask(), turn, person },
  prepare: connection.prepare,
  guard: connection.guard,
  say: messages.tell,
  rehearse: messages.note,
});

const personIn = (
  { world, globals, command, guards, ask }: ContextParts,
  settings: GateOf,
): PersonGate | undefined => personGate({ world, globals, command, settings, ask, atClose: guards.atClose });

type Steering = NonNullable<Guarding['beforeSteering']>;
type GateOf = Parameters<typeof personGate>[0]['settings'];
type Connection = Awaited<ReturnType<typeof connectionTo>>;

/** Loaded by the commands that ask about guarded calls. */
function journalOf(parts: ContextParts, client: () => Connection): Service['journal'] {
  const { world, settings, guards } = parts;
  const asked = { world, settings, warn: parts.messages.warn, guard: () => client().guard() };
  const load = () => import('../connect/settle-journal.ts');
  return {
    lookAgain: async (id, reading) =>
      (await load()).lookAgain({ ...asked, settings: present(settings) }, id, reading),
    open: async (operation) => (await load()).openCalls({ world, settings: present(settings) }, operation),
    done: async (operation) =>
      (await import('../connect/done-calls.ts')).doneCalls({ world, settings: present(settings) }, operation),
    decide: async (id, state, force) => (await load()).decide(asked, id, state, force),
    intent: async (id) => (await load()).intentOf(world, id),
    usedToday: async (settings) => {
      const { usedToday } = await import('../spending/lookups.ts');
      // What is only shown is read once, and not waited for.
      const brief = { ...parts, patience: { tries: 1, totalMs: 5000 } };
      return usedToday({ ...parts, settings, api: async () => (await connectionTo(brief, settings)).api });
    },
    remark: guards.remark,
    reported: guards.reported,
    forgetBefore: async (time) => (await load()).forgetBefore(world, time),
    forgetRehearsed: async () => (await load()).forgetRehearsed(world),
  };
}

/** Loaded by the commands that ask for them; the same at every call, so that a trouble is said once. */
function replyMarksIn({ world, settings, messages: { warn } }: ContextParts): Service['replyMarks'] {
  let marks: Awaited<ReturnType<Service['replyMarks']>> | undefined;
  return async () => {
    const { replyMarksOf } = await import('../connect/reply-marks.ts');
    marks ??= replyMarksOf({ world, settings: present(settings), warn });
    return marks;
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a command marked as local or offline asked for the service');
  return value;
}

/** How a command reads and writes the files that a person names. Nothing is loaded before it is needed. */
function filesOf(world: World, globals: Globals, note: Screen['note']): Omit<Files, 'profiles' | 'world'> {
  const reading = () => import('../files/read-file.ts');
  const folders = () => import('../files/folders.ts');
  const writing = () => import('../files/write-file.ts');
  return {
    readFile: async (path, kind) => (await reading()).readFile(world, path, kind),
    readText: async (path, kind) => (await reading()).readText(world, path, kind),
    listFolder: async (path) => (await folders()).listFolder(world, path),
    makeFolder: async (path) => (await folders()).makeFolder(world, path),
    async writeFile(path, content, options) {
      (await writing()).refuseTakenStdout(path, globals);
      await (await writing()).writeFile(world, path, content, options, note);
    },
    async checkOutput(path, options) {
      (await writing()).refuseTakenStdout(path, globals);
      await (await import('../files/output-target.ts')).checkOutput(world, path, options);
    },
  };
}
