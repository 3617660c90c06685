// Each job done right and done wrong by a script: the judges must tell them apart.
import { loadJob } from './jobs.mjs';
import { isGood, play, scriptedAgent } from './play.mjs';

const most = { calls: 12, bytes: 60_000 };

export async function selfTest(name) {
  const job = await loadJob(name);
  const [right, wrong] = await Promise.all(
    ['right', 'wrong'].map((script) => play(job, scriptedAgent(script))),
  );
  const { missing, unasked, calls, bytes } = right;
  const problems = [
    ...missing.map((what) => `done right, and not so: ${what}`),
    ...unasked.map((what) => `done right, and unasked: ${what}`),
    ...(calls > most.calls ? [`${calls} calls, not ${most.calls}`] : []),
    ...(bytes > most.bytes ? [`${bytes} bytes of answers, not ${most.bytes}`] : []),
    ...(isGood(wrong) ? ['done wrong, and judged as good'] : []),
  ].map((problem) => `${name}: ${problem}`);
  return { right, wrong, problems };
}
