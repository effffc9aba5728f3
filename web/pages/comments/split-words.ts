/** A piece of what someone wrote: plain, an address of the web, or the number of a comment. */
export type Piece =
  | { kind: 'plain'; text: string }
  | { kind: 'address'; text: string; href: string }
  | { kind: 'comment'; text: string; id: number }

const FOUND = /https?:\/\/[^\s<>"]+|(?<![\w/&])#\d{1,9}\b/giu
/** What ends a sentence, or closes a bracket, is no part of an address. */
const TAIL = '.,;:!?\'")]}'

/**
 * Takes a text apart, so that addresses and comment numbers can be links. Everything else stays as it was written;
 * markup is text like any other.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(FOUND)) {
    const found = match.startsWith('#') ? match : withoutTail(match)
    if (index > end) pieces.push({ kind: 'plain', text: text.slice(end, index) })
    pieces.push(linkOf(found))
    end = index + found.length
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) })
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
