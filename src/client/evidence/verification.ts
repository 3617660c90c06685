import { verification } from '../../contract/areas/verification.ts';
import { appeared } from './appeared.ts';
import { all, type Fit, fits, isGiven } from './compare.ts';
import { bodyOf, type Evidence, type Item, itemOf, type Probe, readIfPossible } from './evidence.ts';

/** A job shows in the list of jobs. Its addresses identify it; where it shows none, its name and size must. */
export const createJob: Evidence = appeared({
  list: verification.jobs,
  made: ({ id }) => id,
  matches: async (job, looking) => {
    const { name, emails } = bodyOf(looking);
    const addresses = Array.isArray(emails) ? emails : [];
    const wanted = new Set(addresses.map(addressOf));
    const fit = all(
      isGiven(job.total) ? [addresses.length, wanted.size].includes(Number(job.total)) : 'perhaps',
      isGiven(name) ? fits(job.name, name) : !isGiven(job.name) || 'perhaps',
    );
    return fit === false ? false : all(fit, await fitsAddresses(job, wanted, looking));
  },
  answer: (job) => job,
});

/** One page of a job's addresses is enough to see a stranger among them. */
async function fitsAddresses(job: Item, wanted: ReadonlySet<string>, looking: Probe): Promise<Fit> {
  const query = { page: 1, size: 200 };
  const answer = await readIfPossible(looking, verification.records, {
    params: { id: job.id as number },
    query,
  });
  const results = Array.isArray(answer?.results) ? answer.results.map(itemOf) : [];
  const addresses = results.filter(({ email }) => isGiven(email));
  return addresses.every(({ email }) => wanted.has(addressOf(email)));
}

const addressOf = (text: unknown): string => String(text).trim().toLowerCase();
