/** Names are chosen by people: no line break may reach a mail's header, nor forge a line of its text. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
