/** Letters of a prefix before its number. */
const LETTERS = 4

/**
 * A prefix such as `HG03-01` for a component's name: the initials of its words and its digits, filled up with further
 * letters of the first word. Empty for a name without Latin letters.
 */
export function proposePrefix(name: string): string {
  const label = name.toUpperCase().match(/[A-Z]+|\d+/g) ?? []
  const letters = label.filter((word) => /[A-Z]/.test(word))
  const [first] = letters
  if (first === undefined) return ''
  const digits = label.find((word) => /\d/.test(word))?.slice(-2) ?? ''
  const initials = letters.map((word) => word.charAt(0)).join('')
  const maxLetters = LETTERS - digits.length
  const start = letters.length > 1 ? initials : first
  const filled = `${start}${letters.length > 1 ? first.slice(1) : ''}XXXX`.slice(0, maxLetters)
  return `${filled}${digits}-01`
}
