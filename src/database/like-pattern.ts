/** A LIKE pattern that finds the text anywhere, its own wildcards taken literally (rule A-10). */
export function likePattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
