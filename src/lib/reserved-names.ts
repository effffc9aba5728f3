/** Device names on Windows, with or without an extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i

/** Prefixes a file or folder name with an underscore if Windows reserves it. */
export function replaceReservedName(name: string): string {
  return RESERVED.test(name) ? `_${name}` : name
}
