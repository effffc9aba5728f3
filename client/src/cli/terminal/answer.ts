/** An answer in words: its toast, then its figures and warnings. */
export function wordsOf(body: Record<string, unknown>): string {
  const lines = body['toast'] === undefined ? [] : [toastOf(body)]
  for (const [name, value] of Object.entries(body)) {
    if (name === 'toast' || value === null || value === '') continue
    if (Array.isArray(value)) {
      lines.push(`${name}: ${value.length}`, ...value.map((each) => `  ${inOneLine(each)}`))
    } else lines.push(`${name}: ${inOneLine(value)}`)
  }
  return lines.join('\n')
}

function inOneLine(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, inner]) =>
    typeof inner === 'object' && inner !== null
      ? `${name}=${JSON.stringify(inner)}`
      : `${name}=${String(inner)}`,
  )
  return members.join(' ')
}

/** The sentence of an answer's toast. */
export function toastOf(answer: Record<string, unknown>): string {
  const toast = answer['toast']
  if (typeof toast !== 'object' || toast === null) return 'done'
  const title = 'title' in toast && typeof toast.title === 'string' ? toast.title : 'done'
  const message = 'message' in toast && Array.isArray(toast.message) ? toast.message : []
  const texts = message.filter((text): text is string => typeof text === 'string' && text !== '')
  return texts.length === 0 ? title : `${title}: ${texts.join(' ')}`
}
