/** Returns the message of an error in one line, or all messages of an `AggregateError`. */
export function summarizeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(summarizeError))].join('; ')
  }
  return error instanceof Error ? toOneLine(error.message || error.name) : String(error)
}

function toOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
