/** A piece of what someone wrote: plain, an address of the web, or the number of a comment or requirement. */
export type Piece =
  | { kind: 'plain'; text: string }
  | { kind: 'address'; text: string; href: string }
  | { kind: 'comment'; text: string; id: number }
  | { kind: 'requirement'; text: string; name: string }

const FOUND = /https?:\/\/[^\s<>"]+|(?<![\w/&])#\d{1,9}\b/giu
/** What ends a sentence, or closes a bracket, is no part of an address. */
const TAIL = '.,;:!?\'")]}'

/**
 * Takes a text apart, so that addresses and numbers can be links: of comments, and of the requirements whose component has this `prefix`. Everything else stays as it was written;
 * markup is text like any other.
 */
export function piecesOf(text: string, prefix: string | null = null): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(FOUND)) {
    const found = match.startsWith('#') ? match : withoutTail(match)
    if (index > end) pieces.push(...requirementsIn(text.slice(end, index), prefix))
    pieces.push(linkOf(found))
    end = index + found.length
  }
  if (end < text.length) pieces.push(...requirementsIn(text.slice(end), prefix))
  return pieces
}

function withoutTail(address: string): string {
  let end = address.length
  while (end > 0 && TAIL.includes(address.charAt(end - 1))) end -= 1
  return address.slice(0, end)
}

function linkOf(found: string): Piece {
  if (found.startsWith('#')) return { kind: 'comment', text: found, id: Number(found.slice(1)) }
  return URL.canParse(found) ? { kind: 'address', text: found, href: found } : { kind: 'plain', text: found }
}

const NUMBER = /^-\d{6}(?![\w-])/u

/** A plain text with the numbers of requirements of one component taken out, such as `HGW1-01-000014`. */
function requirementsIn(text: string, prefix: string | null): Piece[] {
  const pieces: Piece[] = []
  const found = prefix === null || prefix === '' ? [] : placesOf(text, prefix)
  let end = 0
  for (const { from, to } of found) {
    if (from > end) pieces.push({ kind: 'plain', text: text.slice(end, from) })
    const name = text.slice(from, to)
    pieces.push({ kind: 'requirement', text: name, name: name.toUpperCase() })
    end = to
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) })
  return pieces
}

function placesOf(text: string, prefix: string): { from: number; to: number }[] {
  const [whole, wanted] = [text.toUpperCase(), prefix.toUpperCase()]
  if (whole.length !== text.length) return []
  const places = []
  for (let from = whole.indexOf(wanted); from >= 0; from = whole.indexOf(wanted, from + wanted.length)) {
    const number = NUMBER.exec(whole.slice(from + wanted.length, from + wanted.length + 8))
    const isApart = from === 0 || !/[\w-]/u.test(whole.charAt(from - 1))
    if (number && isApart) places.push({ from, to: from + wanted.length + number[0].length })
  }
  return places
}
