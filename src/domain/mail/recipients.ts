import { addressIn } from '../address/fixed-address.ts';

interface Recipients {
  /** As they are written, each once. */
  readonly addresses: readonly string[];
  /** Entries that may go to anyone, and to any number of people. */
  readonly unreadable: readonly string[];
}

/** `"Berg, Ana" <ana@lumen.example>`; a name with an address that is not in quotes may be a second person. */
const named = /^(?:"[^"]*"|[^<>"@])*<([^<>]*)>$/;

/** The people in fields such as `to`: an entry may have a name, quotes or several addresses. */
export function recipientsIn(...fields: readonly unknown[]): Recipients {
  const addresses = new Map<string, string>();
  const unreadable = new Set<string>();
  for (const entry of fields.flat()) {
    if (entry === undefined || entry === null) continue;
    const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
    // A comma in quotes belongs to a name.
    const parts = (text.match(/(?:"[^"]*"|[^,;])+/g) ?? []).filter((part) => part.trim() !== '');
    const read = parts.flatMap((part) => addressIn(named.exec(part.trim())?.[1] ?? part) ?? []);
    if (read.length === 0 || read.length < parts.length) unreadable.add(text);
    for (const address of read) addresses.set(address.toLowerCase(), address);
  }
  return { addresses: [...addresses.values()], unreadable: [...unreadable] };
}
