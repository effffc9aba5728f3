const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const STRONG = /[\p{L}]/u

/** Whether a character belongs to a script from right to left, such as Hebrew or Arabic. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** Whether the first letter of a text belongs to a script from right to left, so that the whole text does. */
export function isRightToLeft(text: string): boolean {
  if (!hasRightToLeft(text)) return false
  const letter = STRONG.exec(text)
  return letter !== null && RIGHT_TO_LEFT.test(letter[0])
}
