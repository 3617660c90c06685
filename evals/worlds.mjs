// What the worlds of several jobs have in common.

/** No one answers and every address exists, so that what is seen is the work of the agent. */
export const silent = {
  ...{ reply: 0, outOfOffice: 0, unsubscribeLink: 0, softBounce: 0, complaint: 0 },
  ...{ invalidAddresses: 0, catchAllAddresses: 0 },
};

export const mailbox = (address, healthScore = 97) => ({
  ...{ address, givenName: 'Anna', familyName: 'Berg', provider: 'google', healthScore },
  ...{ connectedWeeks: 20, currentDailyLimit: 40 },
});

const names = ['Ana', 'Bo', 'Cid', 'Dee', 'Eve', 'Fay', 'Gil', 'Hal', 'Ida', 'Jon', 'Kim', 'Lou'];

/** So many people, each of a company of their own: ana@firm1.example, bo@firm2.example and so on. */
export const people = (count, from = 0) =>
  names.slice(from, from + count).map((firstName, index) => ({
    ...{ email: `${firstName.toLowerCase()}@firm${from + index + 1}.example`, firstName },
    company: `Firm ${from + index + 1}`,
  }));

export const emailsOf = (leads) => leads.map(({ email }) => email);

export const csvOf = (leads) =>
  `Email,First Name,Company\n${leads.map(({ email, firstName, company }) => `${email},${firstName},${company}\n`).join('')}`;

const first = 'Hello {firstName}, would ten minutes next week be of use to {company}? If not, answer "no".';
const followUp = 'Hello {firstName}, shall I send you an example?';

/** A campaign that passes the launch checks. */
export const campaign = (name, leads, rest = {}) => ({
  ...{ name, dailyLimit: 50, leads: emailsOf(leads), signature: 'Anna Berg, 1 Sample Street, 10115 Berlin' },
  schedule: { daysSchedule: '1,2,3,4,5', startSchedule: '09:00', endSchedule: '17:00' },
  sequence: [
    { subject: 'Follow-ups at {company}', body: first, contentType: 'text' },
    { body: followUp, contentType: 'text', delayDays: 3, useSameThread: true },
  ],
  ...rest,
});

/** The same emails as a file of the workspace. */
export const sequenceFile = `--- step ---
Subject: Follow-ups at {company}

${first}

--- step delay=3d thread ---

${followUp}

--- signature ---
Anna Berg, 1 Sample Street, 10115 Berlin
`;

/** Whether a text has all of these words, whatever their case. */
export const says = (text, ...words) =>
  words.every((word) => text.toLowerCase().includes(word.toLowerCase()));
