import { mix } from '../src/domain/seeded-random.ts';

/** Numbers 0 <= n < 1, one after another: the same for the same seed. For courses of millions of draws. */
export function seededRandom(seed: number): () => number {
  let state = mix(seed);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 2 ** 32;
  };
}
