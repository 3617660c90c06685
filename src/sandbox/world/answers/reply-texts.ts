import { domainOf } from '../../../contract/checks/personal-mailbox.ts';
import { type AnswerProfile, type Language, languages } from './answer-profile.ts';
import type { Intent } from './fate.ts';

interface Text {
  readonly body: string;
  /** The person copies a colleague in. */
  readonly addsColleague?: boolean;
}

/** Invented answers. `{firstName}` is the person who writes. */
const texts: Readonly<Record<Intent, Partial<Record<Language, readonly Text[]>> & { en: readonly Text[] }>> =
  {
    positive: {
      en: [
        {
          body: 'Hi,\n\nGood timing, we were talking about this on Monday. Could you do a call on Thursday?\n\n{firstName}',
        },
        { body: 'Thanks for writing. What would it cost for a team of about fifteen?\n\n{firstName}' },
        {
          body: 'Sounds relevant. I am copying in my colleague, who looks after this with me.\n\n{firstName}',
          addsColleague: true,
        },
        { body: 'Yes, send me a short overview please. Half a page is enough.' },
        {
          body: 'Happy to take a look. Do you have an example from {company} or a firm of our size?\n\nBest\n{firstName}',
        },
      ],
      de: [
        {
          body: 'Guten Tag,\n\nklingt interessant. Passt Ihnen ein Anruf am Mittwochvormittag?\n\nGrüße\n{firstName}',
        },
        {
          body: 'Vielen Dank, das prüfen wir gern. Meine Kollegin liest mit.\n\n{firstName}',
          addsColleague: true,
        },
      ],
      fr: [
        { body: 'Bonjour,\n\nLe sujet nous intéresse. Seriez-vous libre mardi après-midi ?\n\n{firstName}' },
        { body: 'Merci pour votre message. Pouvez-vous m’envoyer vos tarifs ?' },
      ],
      es: [
        { body: 'Hola:\n\nNos interesa. ¿Podemos hablar el jueves por la mañana?\n\nSaludos,\n{firstName}' },
      ],
      nl: [{ body: 'Dag,\n\nKlinkt goed, bel me morgen gerust even.\n\n{firstName}' }],
      ja: [{ body: 'ご連絡ありがとうございます。詳しい資料をお送りいただけますか。\n\n{firstName}' }],
    },
    negative: {
      en: [
        { body: 'Thanks, but we are covered here for the foreseeable future.\n\n{firstName}' },
        { body: 'Not a priority for us this year.' },
        { body: 'I am not the right person for this, and we signed with somebody else last month.' },
        { body: 'No thank you.' },
      ],
      de: [
        { body: 'Danke, aber wir haben derzeit keinen Bedarf.\n\n{firstName}' },
        { body: 'Wir sind bereits gut versorgt. Alles Gute!' },
      ],
      fr: [{ body: 'Merci, mais nous n’avons pas de besoin pour le moment.\n\n{firstName}' }],
      es: [{ body: 'Gracias, pero ahora mismo no lo necesitamos.' }],
      nl: [{ body: 'Bedankt, maar we hebben hier geen interesse in.' }],
      ja: [{ body: '申し訳ございませんが、現在は必要としておりません。' }],
    },
    unsubscribe: {
      en: [{ body: 'Please remove me from your list.' }, { body: 'Unsubscribe. I did not ask for this.' }],
      de: [{ body: 'Bitte keine weiteren E-Mails und Daten löschen.' }],
      fr: [{ body: 'Merci de me retirer de votre liste.' }],
      es: [{ body: 'Por favor, no me escriban más.' }],
      nl: [{ body: 'Graag uitschrijven.' }],
      ja: [{ body: '今後の配信を停止してください。' }],
    },
    out_of_office: {
      en: [
        { body: 'I am out of the office until Monday and read email only now and then.\n\n{firstName}' },
        { body: 'Automatic reply: I am on leave this week. In urgent cases please ring our front desk.' },
      ],
      de: [{ body: 'Automatische Antwort: Ich bin bis Montag nicht im Büro.\n\n{firstName}' }],
      fr: [{ body: 'Réponse automatique : je suis en congé jusqu’à lundi.' }],
      es: [{ body: 'Respuesta automática: estoy fuera de la oficina hasta el lunes.' }],
      nl: [{ body: 'Automatisch antwoord: ik ben tot maandag afwezig.' }],
      ja: [{ body: '自動返信：来週月曜日まで不在にしております。' }],
    },
  };

/** Invented drafts. `{firstName}` is the person who wrote, `{sender}` ours. */
const drafts: Readonly<Record<Language, string>> = {
  en: 'Hi {firstName},\n\nThank you for the quick answer. I will send the details right away; would Thursday at 10:00 suit you for a short call?\n\nBest regards\n{sender}',
  de: 'Hallo {firstName},\n\nvielen Dank für die schnelle Antwort. Ich schicke Ihnen gleich die Einzelheiten; passt Ihnen Donnerstag um 10 Uhr für ein kurzes Gespräch?\n\nViele Grüße\n{sender}',
  fr: 'Bonjour {firstName},\n\nMerci pour votre réponse. Je vous envoie les détails ; seriez-vous disponible jeudi à 10 h pour un court échange ?\n\nCordialement\n{sender}',
  es: 'Hola, {firstName}:\n\nGracias por la respuesta. Le envío los detalles enseguida; ¿le viene bien una llamada breve el jueves a las 10?\n\nUn saludo,\n{sender}',
  nl: 'Dag {firstName},\n\nBedankt voor de snelle reactie. Ik stuur de details zo op; schikt donderdag om 10 uur voor een kort gesprek?\n\nGroeten\n{sender}',
  ja: '{firstName} 様\n\nご返信ありがとうございます。詳細をお送りいたします。木曜日の10時に短いお打ち合わせはいかがでしょうか。\n\n{sender}',
};

export function languageOf({ languages: shares }: AnswerProfile, roll: number): Language {
  let below = 0;
  for (const language of languages) {
    below += shares[language] ?? 0;
    if (roll < below) return language;
  }
  return 'en';
}

export function replyText(
  intent: Intent,
  language: Language,
  roll: number,
  words: { readonly firstName: string; readonly company: string },
): Text {
  const choices = texts[intent][language] ?? texts[intent].en;
  const text = choices[Math.floor(roll * choices.length)] ?? { body: '' };
  return { ...text, body: fill(text.body, { ...words, company: words.company || 'your market' }) };
}

export const draftText = (
  language: string,
  words: { readonly firstName: string; readonly sender: string },
): string => fill(drafts[language as Language] ?? drafts.en, words);

/** What is left without a name closes up. */
function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
    .replaceAll(/ +([,:])/g, '$1')
    .trim();
}

const colleagues = ['lena', 'marc', 'sofia', 'tomas', 'ines', 'yuki'] as const;

/** Somebody at the same, invented domain. */
export const colleagueOf = (address: string, roll: number): string =>
  `${colleagues[Math.floor(roll * colleagues.length)] ?? 'team'}@${domainOf(address)}`;
