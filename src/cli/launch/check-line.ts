export const checkLine = (campaign: number | string): string => `outreach campaigns check ${campaign}`;

/** For the question, where only the service knows who joins. */
export const notKnownBefore = (campaign: number | string): string =>
  `Launch checks: these people are not known before they join. To check them then: ${checkLine(campaign)}`;
