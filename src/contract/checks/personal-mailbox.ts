/**
 * Providers whose addresses belong to persons, not to businesses: a short list of the common ones, not a complete one.
 * `freemail.example` stands for them in the sandbox, where no real domain may appear.
 */
const providers: ReadonlySet<string> = new Set([
  ...['aol.com', 'bk.ru', 'bluewin.ch', 'comcast.net', 'daum.net', 'email.cz', 'fastmail.com', 'free.fr'],
  ...['freemail.example', 'freenet.de', 'gmail.com', 'gmx.at', 'gmx.ch', 'gmx.com', 'gmx.de', 'gmx.net'],
  ...['googlemail.com', 'hanmail.net', 'hey.com', 'hotmail.co.uk', 'hotmail.com', 'hotmail.de', 'hotmail.es'],
  ...[
    'hotmail.fr',
    'hotmail.it',
    'hushmail.com',
    'icloud.com',
    'inbox.lv',
    'inbox.ru',
    'interia.pl',
    'laposte.net',
  ],
  ...[
    'libero.it',
    'list.ru',
    'live.co.uk',
    'live.com',
    'live.fr',
    'live.nl',
    'mac.com',
    'mail.com',
    'mail.ru',
  ],
  ...[
    'me.com',
    'msn.com',
    'naver.com',
    'o2.pl',
    'onet.pl',
    'orange.fr',
    'outlook.com',
    'outlook.de',
    'outlook.fr',
  ],
  ...[
    'pm.me',
    'proton.me',
    'protonmail.com',
    'qq.com',
    'rambler.ru',
    'rediffmail.com',
    'rocketmail.com',
    'seznam.cz',
  ],
  ...[
    'sfr.fr',
    't-online.de',
    'tiscali.it',
    'tuta.com',
    'tutanota.com',
    'ukr.net',
    'uol.com.br',
    'virgilio.it',
  ],
  ...[
    'wanadoo.fr',
    'web.de',
    'wp.pl',
    'ya.ru',
    'yahoo.co.jp',
    'yahoo.co.uk',
    'yahoo.com',
    'yahoo.com.br',
    'yahoo.de',
  ],
  ...[
    'yahoo.es',
    'yahoo.fr',
    'yahoo.it',
    'yandex.com',
    'yandex.ru',
    'ymail.com',
    'zoho.com',
    '126.com',
    '163.com',
  ],
]);

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export const isPersonalMailbox = (address: string): boolean => providers.has(domainOf(address));
