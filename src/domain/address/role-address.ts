/** The part before the @ of an address that belongs to a task and not to a person. */
const roles: ReadonlySet<string> = new Set(
  [
    'abuse accounting accounts admin administration administrator billing bookings careers compliance contact customerservice enquiries',
    'feedback finance hello help helpdesk hostmaster hr info information inquiries investors invoices it jobs legal mail mailer-daemon',
    'marketing media news newsletter noc office orders partners payments postmaster press privacy procurement purchasing reception recruiting',
    'recruitment reservations root sales security service spam subscribe support team unsubscribe usenet webmaster',
    'do-not-reply donotreply no-reply no_reply noreply',
    'bewerbung buchhaltung datenschutz einkauf empfang karriere kontakt kundenservice personal presse rechnung sekretariat vertrieb',
    'accueil commercial compta comptabilite direction rh secretariat achats',
    'administracion administracao amministrazione atendimento comercial compras contabilidad contato contacto facturacion informacion',
    'ordini segreteria ventas vendas vendite',
    'administratie boekhouding inkoop verkoop biuro kontakt sekretariat sprzedaz ksiegowosc',
  ].flatMap((line) => line.split(' ')),
);

/** The role of `info@acme.com` and `info+berlin@acme.com`, `info`; undefined for a person's address. */
export function roleOf(address: string): string | undefined {
  const local = address.slice(0, address.indexOf('@')).toLowerCase();
  const role = local.includes('+') ? local.slice(0, local.indexOf('+')) : local;
  return roles.has(role) ? role : undefined;
}
