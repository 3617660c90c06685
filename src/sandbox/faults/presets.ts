import table from './presets.json';
import type { FaultRule } from './rule.ts';

interface Preset {
  readonly summary: string;
  readonly rules: readonly FaultRule[];
}

/** Weather that is had often enough to have a name. A rule's share and seed may be replaced. */
export const presets = table as Readonly<Record<keyof typeof table, Preset>>;
