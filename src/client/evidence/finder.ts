import { finder } from '../../contract/areas/finder.ts';
import { appeared } from './appeared.ts';
import { all, type Fit, fits, isGiven, same } from './compare.ts';
import { bodyOf, type Evidence, type Item, type Probe, readIfPossible } from './evidence.ts';

/**
 * An import shows in the list of imports (spec, Import rule 4). One that a saved search's weekly top-up started is
 * a call of another user.
 */
export const startImport: Evidence = appeared({
  list: finder.imports,
  key: 'importId',
  made: ({ importId }) => importId,
  async matches(item, looking) {
    const body = bodyOf(looking);
    if (!same(item.campaignId, body.campaignId) || isTopUp(item)) return false;
    const fit = all(
      fits(item.mode, body.mode),
      fits(item.verifyEmails, body.verifyEmails ?? true),
      body.mode === 'selected' ? fitsRefs(item, body.refs) : fits(item.requested, body.count),
      body.fromStart === true ? fits(item.startsAt, 1) : true,
    );
    return fit === true ? fitsFilters(item, looking) : fit;
  },
  answer: ({ importId, status, requested, creditsPerProspect, expired, audienceKey, startsAt }) => ({
    importId,
    status,
    requested: requested ?? null,
    estimatedCredits: estimate(requested, creditsPerProspect),
    creditsPerProspect: creditsPerProspect ?? null,
    available: null,
    expired: expired ?? null,
    audienceKey: audienceKey ?? null,
    ...(isGiven(startsAt) && { startsAt }),
  }),
});

const isTopUp = ({ topUpOf }: Item): boolean => isGiven(topUpOf) && topUpOf !== 0;

/** Refs no longer stored are dropped and counted on their own; two may mean one person. */
function fitsRefs({ requested, expired }: Item, refs: unknown): Fit {
  if (!Array.isArray(refs) || typeof requested !== 'number') return 'perhaps';
  const dropped = typeof expired === 'number' ? expired : 0;
  const counts = [refs.length, new Set(refs).size];
  if (counts.includes(requested) || counts.includes(requested + dropped)) return true;
  return requested < refs.length ? 'perhaps' : false;
}

/** The same filters give the same key (spec, Lead Finder); a search that cannot be made says nothing against. */
async function fitsFilters({ audienceKey }: Item, looking: Probe): Promise<Fit> {
  const { filters, mode } = bodyOf(looking);
  if (mode !== 'first_n' || !isGiven(filters) || !isGiven(audienceKey)) return true;
  const search = await readIfPossible(looking, finder.search, { body: { filters } });
  return fits(audienceKey, search?.audienceKey);
}

/** Spec, Import rule 2. */
const estimate = (requested: unknown, each: unknown): number | null =>
  typeof requested === 'number' && typeof each === 'number' ? requested * each : null;
