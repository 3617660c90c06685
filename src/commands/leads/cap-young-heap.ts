import v8 from 'node:v8';

/** Two halves of 4 MB: a million rows take a third longer with 1 MB, and hardly less long with the 16 MB it would become. */
const enough = 8 * 1024 * 1024;

/**
 * For work that goes through millions of short-lived rows: stops the engine's place for young values from growing once it
 * is large enough. To be called again and again while it goes on.
 */
export function capYoungHeap(): () => void {
  let kept = false;
  return () => {
    if (kept) return;
    const young = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if ((young?.space_size ?? enough) < enough) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    kept = true;
  };
}
