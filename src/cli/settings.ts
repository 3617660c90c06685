/** Where this command goes and as whom: flag > environment > profile > default. */
export interface Settings {
  readonly profile: string;
  readonly target: 'live' | 'sandbox';
  readonly baseUrl: string;
  /** Never printed. */
  readonly key: string;
  /** `profile prod`, `OUTREACH_API_KEY`, `built-in`. */
  readonly keySource: string;
}
