import { autopilot } from '../../contract/areas/autopilot.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { joiningOf } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

/** For the question about a raw call, where the command for it makes launch checks. */
export const rawCallFacts = (operation: AnyOperation, input: AnyInput): readonly string[] =>
  startsSending.includes(operation.id) || joiningOf(operation, input) !== undefined
    ? ['Launch checks do not run for a raw call.']
    : operation.id === drafts.send.id
      ? ['Whether the person is blocked or said no is not looked up for a raw call.']
      : [];

const startsSending: readonly string[] = [campaigns.resume.id, autopilot.approve.id];
