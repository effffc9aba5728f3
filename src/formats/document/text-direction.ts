const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const STRONG = /[\p{L}]/u

/** Whether a text has a character of a right-to-left script, such as Hebrew or Arabic. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** Whether a text is right-to-left, which its first letter determines. */
export function isRightToLeft(text: string): boolean {
  if (!hasRightToLeft(text)) return false
  const letter = STRONG.exec(text)
  return letter !== null && RIGHT_TO_LEFT.test(letter[0])
}
