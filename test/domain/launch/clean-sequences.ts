import type { SequenceLike } from '../../../src/domain/launch/wordings.ts';

/** Sequences as careful people write them: no rule has anything to say about them. */
export const cleanSequences: readonly (readonly [name: string, SequenceLike])[] = [
  [
    'English',
    {
      steps: [
        {
          order: 1,
          subject: 'A question about {company}',
          body: `Hi {firstName},

I saw that {company} prints its catalogues in three places [1]. Most teams of your size save about 20% by keeping
one list of what is due (we measured it: 18-24%, n = 40). Would a 15-minute call on Tuesday make sense?

How others do it: https://northwind-print.example/cases?utm_source=mail&id=7#top.

Best,
Ana

Ana Berg | Northwind Print Ltd, 12 High Street, London EC1A 1BB
If this is not for you, tell me and I will not write again.`,
          variants: [
            {
              label: 'B',
              subject: 'Catalogues at {company}',
              body: `Hello {firstName},

Who looks after print at {company}? I would like to show them <10 minutes of what we built, and it's all in one
place: orders, proofs & delivery (https://northwind-print.example).

Ana Berg, Northwind Print Ltd, 12 High Street, London EC1A 1BB
To opt out, reply "no thanks".`,
            },
          ],
        },
        {
          order: 2,
          subject: '',
          useSameThread: true,
          delayDays: 3,
          body: 'Hi {firstName},\n\nDid this reach you? Happy to send the numbers.\n\nAna',
        },
        {
          order: 3,
          subject: 'Closing the loop',
          delayDays: 7,
          body: 'Hi {firstName},\n\nThis is my last note.\n\nAna xxx',
        },
      ],
    },
  ],
  [
    'HTML with a style sheet, a script and entities',
    {
      steps: [
        {
          order: 1,
          contentType: 'html',
          subject: 'Frühjahrskatalog für {company}',
          body: `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Katalog</title>
<style type="text/css">
  body { margin: 0; padding: 0 }
  @media only screen and (max-width: 600px) { .wide { width: 100% !important } a{} }
</style>
<!--[if mso]><style>td { font-family: Arial }</style><![endif]-->
<script type="application/ld+json">{"@context":"http://schema.org","@type":"EmailMessage","about":{"name":"x"}}</script>
</head><body style="font-family:Arial;color:#333">
<p>Guten Tag {firstName},</p><p>unser Katalog f&uuml;r {company} ist fertig.
<a href="https://northwind-print.example/katalog?a=1&amp;b=2">northwind-print.example</a></p>
<img src="cid:logo" alt="Logo"><hr/>
<p>Northwind Print GmbH &middot; Hauptstra&szlig;e 5 &middot; 10115 Berlin<br>
Sie m&ouml;chten keine weiteren E-Mails? <a href="https://northwind-print.example/abmelden?e={email}">Hier abmelden</a></p>
</body></html>`,
        },
      ],
    },
  ],
  [
    'German',
    {
      steps: [
        {
          order: 1,
          subject: 'Druck bei {company}: eine Frage',
          body: 'Guten Tag {firstName} {lastName},\n\nwer kümmert sich bei {company} um den Druck? Wir sparen anderen 20 %.\n\nAna Berg\nNorthwind Print GmbH, Hauptstr. 5, 10115 Berlin\nKein Interesse? Eine kurze Antwort genügt.',
        },
      ],
    },
  ],
  [
    'French',
    {
      steps: [
        {
          order: 1,
          subject: 'Une question sur {company}',
          body: "Bonjour {firstName},\n\nQui s'occupe de l'impression chez {company} ? Tout est là : https://northwind-print.example/fr\n\nAna Berg, Northwind Print, 5 rue de la Paix, 75002 Paris\nPour ne plus recevoir mes messages, répondez simplement « stop ».",
        },
      ],
    },
  ],
  [
    'Spanish',
    {
      steps: [
        {
          order: 1,
          subject: 'Una idea para {company}',
          body: 'Hola {firstName}:\n\nTenemos TODO el catálogo listo, y todo en un sitio. ¿Hablamos el martes?\n\nAna Berg, Northwind Print, Calle Mayor 3, 28013 Madrid\nSi prefieres no recibir más correos, dímelo.',
        },
      ],
    },
  ],
  [
    'Italian',
    {
      steps: [
        {
          order: 1,
          subject: 'Una domanda per {company}',
          body: 'Buongiorno {firstName},\n\nchi segue la stampa in {company}? È tutto qui: www.northwind-print.example\n\nAna Berg, Northwind Print, Via Roma 1, 20121 Milano\nSe non desidera ricevere altre email, me lo dica.',
        },
      ],
    },
  ],
  [
    'Dutch',
    {
      steps: [
        {
          order: 1,
          subject: 'Een vraag over {company}',
          body: 'Hallo {firstName},\n\nWie regelt het drukwerk bij {company}?\n\nAna Berg, Northwind Print BV, Damrak 1, 1012 LG Amsterdam\nLiever geen mail meer van mij? Laat het weten, dan meld ik u af.',
        },
      ],
    },
  ],
];
