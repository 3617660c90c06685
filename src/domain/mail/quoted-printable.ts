const most = 76;

/** A text as quoted-printable (RFC 2045), in UTF-8, its lines ended by CRLF whatever they ended by. */
export const quotedPrintable = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(line)
    .join('\r\n');

function line(text: string): string {
  const parts: string[] = [];
  let part = '';
  const bytes = Buffer.from(text);
  for (const [at, byte] of bytes.entries()) {
    const piece = encoded(byte, at === bytes.length - 1);
    // One character is left for the sign that the line goes on.
    if (part.length + piece.length > most - 1) {
      parts.push(part);
      part = '';
    }
    part += piece;
  }
  return [...parts, part].join('=\r\n');
}

/** A blank at the end of a line may be lost on the way. */
function encoded(byte: number, isLast: boolean): string {
  const blank = byte === 0x20 || byte === 0x09;
  const plain = (byte >= 0x21 && byte <= 0x7e && byte !== 0x3d) || (blank && !isLast);
  return plain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
