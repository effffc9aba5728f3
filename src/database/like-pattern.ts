/** Creates a LIKE pattern that matches the text anywhere, with its wildcards escaped (rule A-10). */
export function likePattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
