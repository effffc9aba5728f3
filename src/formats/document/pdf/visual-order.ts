import { hasRightToLeft } from '../text-direction.ts'

/** Characters of one direction, as they are drawn from left to right. */
export interface VisualRun {
  /** In drawing order. */
  text: string
  /** In reading order, if that differs. */
  logical: string | null
}

const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Splits a line into runs of one direction, in drawing order. Blanks and punctuation between runs of different directions
 * have the direction of the line. Letters are not joined.
 */
export function splitVisualRuns(line: string, isRightToLeft: boolean): VisualRun[] {
  if (!hasRightToLeft(line)) return [{ text: line, logical: null }]
  const runs: { text: string; reversed: boolean }[] = []
  let [before, neutral] = [isRightToLeft, '']
  const add = (text: string, reversed: boolean) => {
    const last = runs.at(-1)
    if (last?.reversed === reversed) last.text += text
    else if (text !== '') runs.push({ text, reversed })
  }
  for (const character of line) {
    if (!LETTER_OR_DIGIT.test(character)) {
      neutral += character
      continue
    }
    const reversed = hasRightToLeft(character)
    add(neutral, before === reversed ? reversed : isRightToLeft)
    add(character, reversed)
    ;[before, neutral] = [reversed, '']
  }
  add(neutral, isRightToLeft)
  const drawn = runs.map(({ text, reversed }) =>
    reversed ? { text: mirrorText(text), logical: text } : { text, logical: null },
  )
  return isRightToLeft ? drawn.toReversed() : drawn
}

function mirrorText(text: string): string {
  const characters = Array.from(text, (character) => MIRRORED[character] ?? character)
  return characters.toReversed().join('')
}
