import { stripVTControlCharacters } from 'node:util'

/** Control characters except line feed and tab, and characters that change the writing direction. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
// oxlint-disable-next-line no-control-regex
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Removes terminal control sequences from a text of the service; line breaks and tabs remain. */
export function removeControlCharacters(text: string): string {
  return stripVTControlCharacters(text).replaceAll(UNSAFE, '')
}

/** Removes control sequences and line breaks. */
export function toSafeLine(text: string): string {
  return removeControlCharacters(text.replaceAll(/[\r\n\t]+/g, ' ')).trim()
}

/** Formats JSON with every control character escaped, so that it is safe to print in a terminal. */
export function toSafeJson(value: unknown): string {
  const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return (JSON.stringify(value) ?? 'null').replaceAll(UNSAFE_IN_JSON, escapeCharacter)
}
