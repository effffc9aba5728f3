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

const LETTER_MARK_OR_DIGIT = /[\p{L}\p{Mn}\p{N}]/u
const DIGIT = /\p{N}/u
const NUMBER_SEPARATOR = /^[.,:/]$/

/** A number between right-to-left words keeps its digits in order, and its place among these words. */
type Direction = 'left_to_right' | 'right_to_left' | 'number'

interface Run {
  text: string
  direction: Direction
}

/**
 * Splits a line into runs of one direction, in drawing order. Blanks and punctuation between runs of different directions
 * have the direction of the line.
 */
export function splitVisualRuns(line: string, isRightToLeft: boolean): VisualRun[] {
  if (!hasRightToLeft(line)) return [{ text: line, logical: null }]
  const lineDirection = isRightToLeft ? 'right_to_left' : 'left_to_right'
  const runs: Run[] = []
  let letters: Direction = lineDirection
  let before: Direction = lineDirection
  let neutral = ''
  const add = (text: string, direction: Direction) => {
    const last = runs.at(-1)
    if (last?.direction === direction) last.text += text
    else if (text !== '') runs.push({ text, direction })
  }
  for (const character of line) {
    if (!LETTER_MARK_OR_DIGIT.test(character)) {
      neutral += character
      continue
    }
    const isNumber: boolean = !isRightToLeft && letters === 'right_to_left' && DIGIT.test(character)
    const direction: Direction = isNumber ? 'number' : findDirection(character)
    add(neutral, findNeutralDirection(neutral, before, direction, lineDirection))
    add(character, direction)
    if (!isNumber) letters = direction
    before = direction
    neutral = ''
  }
  add(neutral, lineDirection)
  return (isRightToLeft ? runs.toReversed() : reverseGroups(runs)).map(({ text, direction }) =>
    direction === 'right_to_left' ? { text: mirrorText(text), logical: text } : { text, logical: null },
  )
}

function findDirection(character: string): Direction {
  return hasRightToLeft(character) ? 'right_to_left' : 'left_to_right'
}

function findNeutralDirection(text: string, before: Direction, after: Direction, line: Direction): Direction {
  if (before === 'number' && after === 'number') {
    return text === '' || NUMBER_SEPARATOR.test(text) ? 'number' : 'right_to_left'
  }
  if (before === after) return before
  return before !== 'left_to_right' && after !== 'left_to_right' ? 'right_to_left' : line
}

/** Reverses the runs between left-to-right runs, because right-to-left words and their numbers are read together. */
function reverseGroups(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  let group: Run[] = []
  for (const run of runs) {
    if (run.direction !== 'left_to_right') {
      group.push(run)
      continue
    }
    result.push(...group.toReversed(), run)
    group = []
  }
  return [...result, ...group.toReversed()]
}

function mirrorText(text: string): string {
  const characters = Array.from(text, (character) => MIRRORED[character] ?? character)
  return characters.toReversed().join('')
}
