/** Whether a text is an http or https address whose host has a dotted suffix, as answers to `url` are (rule C-32). */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && /\.[^.\d][^.]*$/.test(hostname)
}
