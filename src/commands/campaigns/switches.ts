/** What a campaign does when the switch is on, as a person would say it; the options that set it read alike. */
const meanings: Readonly<Record<string, string>> = {
  allowNonBusinessEmails: 'email personal addresses',
  ignoreOutOfOfficeReplies: 'do not count out-of-office messages as replies',
  isEnabledCatchallValidated: 'email validated catch-all addresses',
  isEnabledEmailVerifier: 'verify addresses',
  isEnabledIgnoreHardBouncedLeads: 'skip leads that bounced',
  isEnabledIgnoreLeadsWhoAlreadyResponded: 'skip leads that have replied',
  isEnabledLlm: 'let AI personalise the emails',
  isEnabledSkipLeadIfAlreadyExists: 'skip leads that exist',
  isEnabledStopFollowUpsAcrossCampaigns: 'stop follow-ups in other campaigns',
  isEnabledStopFollowUpsForSameCompany: 'stop when a colleague replies',
  isEnabledStopFollowUpsOnReply: 'stop on a reply',
};

/** The switches that are on, in words; an unknown one is shown by the words of its name. */
export const switchedOn = (settings: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(settings)
    .filter((name) => /^(is|allow|ignore)[A-Z]/.test(name) && settings[name] === true)
    .map((name) => meanings[name] ?? wordsOf(name));

const wordsOf = (name: string): string =>
  name
    .replace(/^isEnabled|^is/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
