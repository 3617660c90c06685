/** Names and addresses of this very machine, as the parser of addresses writes them. */
const here = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address, http or https, leads to this machine. Names are not resolved: `localhost` is taken at its word. */
export function leadsHere(text: string): boolean {
  if (/\s|\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  const plain = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return plain && port !== '0' && here.test(hostname);
}
