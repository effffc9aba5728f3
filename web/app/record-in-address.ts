/** Returns the component id of the address; null on other pages. */
export function parseComponentId(path: string): number | null {
  const [, id] = /^(?:\/app)?\/components\/(\d+)(?:\/|$)/.exec(path) ?? []
  return id === undefined ? null : Number(id)
}

/** Returns the project id of the address. */
export function parseProjectId(path: string): number | undefined {
  const [, id] = /^(?:\/app)?\/projects\/(\d+)(?:\/|$)/.exec(path) ?? []
  return id === undefined ? undefined : Number(id)
}
