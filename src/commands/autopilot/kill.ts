import { command } from '../../cli/command.ts';
import { arg, opt } from '../../cli/params.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { limits } from '../../contract/limits.ts';
import { haltedIn, runView } from './run-view.ts';

export const kill = command({
  name: 'kill',
  summary: 'Halt a run for good and pause the campaign that it launched',
  about: 'It does not ask. A killed run cannot be resumed; what it spent and bought stays spent.',
  uses: [autopilot.kill],
  args: {
    run: arg.id('id of the run'),
    reason: opt.text(`for the audit trail; ${limits.killReasonLength} characters of it are kept`),
  },
  examples: ['outreach autopilot kill 1', 'outreach autopilot kill 1 --reason "wrong audience"'],
  async run({ api, warn }, { run, reason = '' }) {
    const characters = [...reason.trim()];
    const kept = characters.slice(0, limits.killReasonLength).join('');
    if (characters.length > limits.killReasonLength)
      warn(`The reason was cut to ${limits.killReasonLength} characters.`);
    const body = kept === '' ? {} : { reason: kept };
    return haltedIn(await api(autopilot.kill, { params: { id: run }, body }));
  },
  view: runView,
});
