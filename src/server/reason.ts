/** Why something failed, in one line of the error's own words; several addresses may have refused at once. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join('; ')
  if (error instanceof Error) return (error.message || error.name).replaceAll(/\s*\n\s*/g, ' ')
  return String(error)
}
