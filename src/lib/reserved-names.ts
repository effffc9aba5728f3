/** Names of devices on Windows, alone or in front of an ending. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i

/** A name of a file or folder; one that Windows reserves gets an underscore in front. */
export function withoutReservedName(name: string): string {
  return RESERVED.test(name) ? `_${name}` : name
}
