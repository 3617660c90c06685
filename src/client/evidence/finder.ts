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
    if (!same(item.campaignId, body.campaignId)) return false;
    if (isGiven(item.topUpOf) && item.topUpOf !== 0) return false;
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
    // Spec, Import rule 2.
    estimatedCredits:
      typeof requested === 'number' && typeof creditsPerProspect === 'number'
        ? requested * creditsPerProspect
        : null,
    creditsPerProspect: creditsPerProspect ?? null,
    available: null,
    expired: expired ?? null,
    audienceKey: audienceKey ?? null,
    ...(isGiven(startsAt) && { startsAt }),
  }),
});

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
