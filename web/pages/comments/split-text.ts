/** A part of a text: plain, a web address, or the number of a comment or requirement. */
export type Piece =
  | { kind: 'plain'; text: string }
  | { kind: 'address'; text: string; href: string }
  | { kind: 'comment'; text: string; id: number }
  | { kind: 'requirement'; text: string; name: string }

const LINK_PATTERN = /https?:\/\/[^\s<>"]+|(?<![\w/&])#\d{1,9}\b/giu
/** Punctuation at the end of a sentence, or a closing bracket, is not part of an address. */
const TAIL = '.,;:!?\'")]}'

/**
 * Splits a text into plain parts, web addresses, and numbers of comments and of requirements with this `prefix`. All
 * characters are preserved; markup is plain text.
 */
export function splitText(text: string, prefix: string | null = null): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(LINK_PATTERN)) {
    const link = match.startsWith('#') ? match : trimPunctuation(match)
    if (index > end) pieces.push(...splitRequirements(text.slice(end, index), prefix))
    pieces.push(toLink(link))
    end = index + link.length
  }
  if (end < text.length) pieces.push(...splitRequirements(text.slice(end), prefix))
  return pieces
}

function trimPunctuation(address: string): string {
  let end = address.length
  while (end > 0 && TAIL.includes(address.charAt(end - 1))) end -= 1
  return address.slice(0, end)
}

function toLink(text: string): Piece {
  if (text.startsWith('#')) return { kind: 'comment', text, id: Number(text.slice(1)) }
  return URL.canParse(text) ? { kind: 'address', text, href: text } : { kind: 'plain', text }
}

const NUMBER = /^-\d{6}(?![\w-])/u

/** Splits a plain text at requirement numbers of one component, such as `HGW1-01-000014`. */
function splitRequirements(text: string, prefix: string | null): Piece[] {
  const pieces: Piece[] = []
  const numbers = prefix === null || prefix === '' ? [] : findNumbers(text, prefix)
  let end = 0
  for (const { from, to } of numbers) {
    if (from > end) pieces.push({ kind: 'plain', text: text.slice(end, from) })
    const name = text.slice(from, to)
    pieces.push({ kind: 'requirement', text: name, name: name.toUpperCase() })
    end = to
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) })
  return pieces
}

function findNumbers(text: string, prefix: string): { from: number; to: number }[] {
  const [upperText, upperPrefix] = [text.toUpperCase(), prefix.toUpperCase()]
  if (upperText.length !== text.length) return []
  const ranges = []
  for (
    let start = upperText.indexOf(upperPrefix);
    start >= 0;
    start = upperText.indexOf(upperPrefix, start + upperPrefix.length)
  ) {
    const number = NUMBER.exec(upperText.slice(start + upperPrefix.length, start + upperPrefix.length + 8))
    const isApart = start === 0 || !/[\w-]/u.test(upperText.charAt(start - 1))
    if (number && isApart) ranges.push({ from: start, to: start + upperPrefix.length + number[0].length })
  }
  return ranges
}
