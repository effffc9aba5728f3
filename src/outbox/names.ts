import { removeInvisible } from '../lib/unicode/look-alikes.ts'

/** The maximum length of a name in a subject or line, in code points. */
const SHORT = 60

/** Bidirectional control characters, which can make a line read differently. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Removes line breaks from user input, so that it can't inject mail headers or forge lines of the text. */
export function toOneLine(text: string): string {
  return text
    .replaceAll(DIRECTIONS, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Shortens a name to one line, so that it can't contain a message. */
export function shortenName(name: string): string {
  const letters = Array.from(toOneLine(name))
  return letters.length <= SHORT ? letters.join('') : `${letters.slice(0, SHORT).join('').trimEnd()}…`
}

/** Quotes a name, without quotation marks in it, so that a subject shows where the name ends. */
export function quoteName(name: string): string {
  return `"${shortenName(name.replaceAll('"', "'"))}"`
}

/** Text that mail programs turn into links: URLs, email addresses and host names. */
const LINK_PARTS = /[:/\\@<>|[\]()]|(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}]{2})|(?<=\p{N})\.(?=\p{N})/gu

/**
 * Formats the sender's name for a mail to a person who may not know them: one short line that mail programs don't turn into
 * a link (rule A-94).
 */
export function toSenderName(name: string): string {
  return shortenName(removeInvisible(toOneLine(name)).replaceAll(LINK_PARTS, ' ')) || 'Someone'
}
