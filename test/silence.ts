/** Answers of a world in which no one answers and nothing bounces. */
export const silence = {
  reply: 0,
  outOfOffice: 0,
  unsubscribeLink: 0,
  softBounce: 0,
  complaint: 0,
  invalidAddresses: 0,
};
