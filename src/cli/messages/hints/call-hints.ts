import type { Refused } from '../../../base/failure-subject.ts';
import { type Hint, say } from '../../../base/text/advice.ts';
import type { OperationId } from '../../../contract/index.ts';
import { advise } from '../../advice/advise.ts';

/** What to do about a status that means something of its own for one call, by `operation status`. */
const hints: Readonly<Record<string, Hint>> = {
  'autopilot.start 403': 'Start a subscription in the app first: Autopilot needs an active one on every plan',
  'autopilot.start 429':
    'One run can await approval at a time, and five can be started a UTC day: outreach autopilot list shows which to approve or kill',
  'autopilot.approve 409': 'Only a run that awaits approval can be approved: outreach autopilot list',
  'copilot.plan 422': 'Describe the company yourself: --description "…"; the website is then not read',
  'copilot.plan 502': 'The website could not be read. Describe the company yourself: --description "…"',
  'senders.connect 402':
    'Every seat of the plan is taken. Disconnect a mailbox or add seats in the app; those in use: outreach senders list',
  'senders.connect 409': say`Another workspace has this mailbox. Disconnect it there first, or use a key of that workspace: ${advise('login')}`,
  'senders.connect 502':
    'The mail server refused the login. Check hosts, ports, login and password; many providers need an app password and IMAP switched on',
} satisfies Partial<Record<`${OperationId} ${number}`, Hint>>;

const otherTool =
  'Instantly refused its own key, not yours: copy it again from the settings there, with all its scopes';

/** Undefined where the status says no more here than everywhere. */
export function hintOfCall({ operation, json }: Refused, status: number | undefined): Hint | undefined {
  // An answer about our own key comes as text/plain (spec, Authentication 7).
  if (operation.startsWith('imports.') && status === 401 && json) return otherTool;
  return hints[`${operation} ${status}`];
}
