import type { ClientOptions } from '../../client/client.ts';
import type { Turn } from '../consent/turn.ts';
import type { Asker } from '../declare/asker.ts';
import type { Messages } from '../declare/context-parts.ts';
import type { Globals } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import type { createWaitWatch } from '../messages/wait-watch.ts';
import type { Guards } from './guards.ts';
import type { TargetClock } from './target-clock.ts';

export interface ConnectionParts {
  readonly world: World;
  readonly globals: Globals;
  readonly messages: Messages;
  /** All calls serve one that stops mail or money. */
  readonly isUrgent?: boolean;
  readonly patience?: ClientOptions['patience'];
  /** Learns from the answers what time it is at the service. */
  readonly targetClock: TargetClock;
  /** Called with each call, and with what calls wait for. */
  readonly pace?: Pick<ReturnType<typeof createWaitWatch>, 'waits' | 'called'>;
  /** Registers what the end of this run closes. */
  atEnd(close: () => void): void;
}

/** Where a client goes, and with which key, if any. */
export type Destination = Keyless & { readonly key: Settings['key'] | undefined };

/** The same with the key itself. */
export type KeyedDestination = Keyless & { readonly key: string | undefined };

type Keyless = Pick<Settings, 'baseUrl' | 'target' | 'inProcess' | 'routes'> & {
  readonly profile?: string | null;
  readonly guardsOf?: Settings['guardsOf'];
  readonly readOnly?: boolean;
};

/** What it takes to see to it that calls are made once. */
export interface Guarding {
  readonly guards: Guards;
  ask(): Asker;
  /** Asks a person about a call that changes email which goes out already. */
  readonly beforeSteering?: ClientOptions['beforeSteering'];
  /** Where only a person agrees. */
  readonly turn?: Turn | undefined;
}
