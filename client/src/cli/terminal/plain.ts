import { stripVTControlCharacters } from 'node:util'

/** Control characters of both sets but line feed and tab, and what turns the direction of writing. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
// oxlint-disable-next-line no-control-regex
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A text of the service as a terminal may show it: no sequence in it can steer the terminal. Lines and tabs stay. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll(UNSAFE, '')
}

/** Like `plain`, on one line. */
export function plainLine(text: string): string {
  return plain(text.replaceAll(/[\r\n\t]+/g, ' ')).trim()
}

/** JSON in which every control character is escaped: the same value to a parser, harmless on a terminal. */
export function plainJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return (JSON.stringify(value) ?? 'null').replaceAll(UNSAFE_IN_JSON, escaped)
}
