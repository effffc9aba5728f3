import { withoutInvisible } from '../lib/unicode/look-alikes.ts'

/** What a name may take of a subject or a line, in code points. */
const SHORT = 60

/** Marks that turn the direction of what follows, so that a line reads as something else. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Texts are chosen by people: no line break may reach a mail's header, nor forge a line of its text. */
export function oneLine(text: string): string {
  return text
    .replaceAll(DIRECTIONS, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** A name on one line and cut short: it names something, and has no room to say something. */
export function shortName(name: string): string {
  const letters = Array.from(oneLine(name))
  return letters.length <= SHORT ? letters.join('') : `${letters.slice(0, SHORT).join('').trimEnd()}…`
}

/** A name in quotation marks that it cannot close, so that subjects show where other people's words begin and end. */
export function quoted(name: string): string {
  return `"${shortName(name.replaceAll('"', "'"))}"`
}

/** What a mail program turns into a link: addresses of the web and of mail, and names of hosts. */
const LINK_PARTS = /[:/\\@<>|[\]()]|(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}]{2})|(?<=\p{N})\.(?=\p{N})/gu

/**
 * The name of a sender in a mail to a person who may not know them: one line, cut short, and nothing in it becomes a
 * link (rule A-94).
 */
export function senderName(name: string): string {
  return shortName(withoutInvisible(oneLine(name)).replaceAll(LINK_PARTS, ' ')) || 'Someone'
}
