/** The component in whose pages one is; null elsewhere. */
export function componentIn(path: string): number | null {
  const [, id] = /^(?:\/app)?\/components\/(\d+)(?:\/|$)/.exec(path) ?? []
  return id === undefined ? null : Number(id)
}

/** The project in whose pages one is. */
export function projectIn(path: string): number | undefined {
  const [, id] = /^(?:\/app)?\/projects\/(\d+)(?:\/|$)/.exec(path) ?? []
  return id === undefined ? undefined : Number(id)
}
