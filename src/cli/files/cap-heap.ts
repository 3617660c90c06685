import v8 from 'node:v8';

/** Two halves of 4 MB: a million rows take a third longer with 1 MB, and hardly less long with the 16 MB it would become. */
const enoughForYoung = 8 * 1024 * 1024;

/**
 * For work that goes through millions of short-lived rows, which the engine would let grow to a multiple of what is in
 * use: old values are collected when half as much again has come, and the place for young ones stops growing once it is large
 * enough. To be called again and again while the work goes on.
 */
export function capHeap(): () => void {
  v8.setFlagsFromString('--heap-growing-percent=60');
  let kept = false;
  return () => {
    if (kept) return;
    const young = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if ((young?.space_size ?? enoughForYoung) < enoughForYoung) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    kept = true;
  };
}
