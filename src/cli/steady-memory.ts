import v8 from 'node:v8';

/**
 * For work that goes through millions of short-lived rows: the engine would let the place for young values grow to 48 MB,
 * where 6 do, at a twentieth more time.
 */
export function keepMemorySteady(): void {
  v8.setFlagsFromString('--semi-space-growth-factor=1');
}
