import { toSafeLine } from './plain.ts'

/** Maximum number of list entries in the text output. */
const MAX_LINES = 100

/** Formats a response as text: its toast, then its figures and warnings. */
export function formatAnswer(body: Record<string, unknown>): string {
  const lines = body['toast'] === undefined ? [] : [formatToast(body)]
  for (const [name, value] of Object.entries(body)) {
    if (name === 'toast' || value === null || value === '') continue
    if (Array.isArray(value)) {
      const more =
        value.length > MAX_LINES ? [`  … and ${value.length - MAX_LINES} more; --json has all`] : []
      const listed = value.slice(0, MAX_LINES).map((each) => `  ${formatOnOneLine(each)}`)
      lines.push(`${name}: ${value.length}`, ...listed, ...more)
    } else lines.push(`${name}: ${formatOnOneLine(value)}`)
  }
  return lines.join('\n')
}

function formatOnOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return toSafeLine(String(value))
  const members = Object.entries(value).flatMap(([name, inner]) => {
    if (inner === null || inner === '') return []
    return [`${name}=${typeof inner === 'object' ? JSON.stringify(inner) : toSafeLine(String(inner))}`]
  })
  return members.join(' ')
}

/** Formats the toast of a response. */
export function formatToast(answer: Record<string, unknown>): string {
  const toast = answer['toast']
  if (typeof toast !== 'object' || toast === null) return 'done'
  const title = 'title' in toast && typeof toast.title === 'string' ? toast.title : 'done'
  const message = 'message' in toast && Array.isArray(toast.message) ? toast.message : []
  const texts = message.filter((text): text is string => typeof text === 'string' && text !== '')
  return texts.length === 0 ? title : `${title}: ${texts.join(' ')}`
}
