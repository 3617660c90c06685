import type { Sandbox } from '../core/state.ts';
import { onBounce, onCategorize, onComplaint, onDraft, onReply, onUnsubscribe } from './answers/answers.ts';
import { onManualSend } from './answers/drafts.ts';
import { onAdvance } from './autopilot/advance.ts';
import { advanceKind } from './autopilot/steps.ts';
import { advanceOrder, orderKind } from './dfy/order-events.ts';
import { finishImport, holdBatch, settleBatch } from './imports/import-events.ts';
import { onTopUp, topUpKind } from './imports/saved-searches.ts';
import { instantlyKind, onInstantly } from './instantly/import-events.ts';
import { beginKind, beginRun, finishKind, onFinish } from './placement/runs.ts';
import { extractKind, onExtract } from './planning/extraction.ts';
import { tick } from './sending/sending.ts';
import { tickKind } from './sending/wake.ts';
import { batchKind, onBatch } from './verification/jobs.ts';

/** What happens when an event is due. `sandbox.now()` is `at`, its due time; runs in a transaction of its own. */
export type EventHandler = (sandbox: Sandbox, payload: never, at: number) => void;

/** Every kind of event. A new one adds one line; kinds are written `area.what`. */
export const eventHandlers: Readonly<Record<string, EventHandler>> = {
  [tickKind]: tick,
  'answers.bounce': onBounce,
  'answers.reply': onReply,
  'answers.unsubscribe': onUnsubscribe,
  'answers.complaint': onComplaint,
  'answers.categorize': onCategorize,
  'answers.draft': onDraft,
  'drafts.send': onManualSend,
  [orderKind]: advanceOrder,
  'finder.hold': holdBatch,
  'finder.settle': settleBatch,
  'finder.finish': finishImport,
  [topUpKind]: onTopUp,
  [advanceKind]: onAdvance,
  [extractKind]: onExtract,
  [batchKind]: onBatch,
  [beginKind]: beginRun,
  [finishKind]: onFinish,
  [instantlyKind]: onInstantly,
};
