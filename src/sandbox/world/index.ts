import type { Sandbox } from '../state.ts';

/** What happens when an event is due. `sandbox.now()` is `at`, its due time; runs in a transaction of its own. */
export type EventHandler = (sandbox: Sandbox, payload: never, at: number) => void;

/** Every kind of event. A new one adds one line; kinds are written `area.what`. */
export const eventHandlers: Readonly<Record<string, EventHandler>> = {};
