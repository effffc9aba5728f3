/** Any JSON value. */
export type Json = { [key: string]: Json | undefined } | Json[] | string | number | boolean | null

/** A JSON object that is being rewritten. */
export type Node = { [key: string]: Json | undefined }

/** The value as an object; an empty one for anything else. */
export function toNode(value: Json | undefined): Node {
  return isNode(value) ? value : {}
}

export function isNode(value: Json | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

/** Calls `visit` with every object in a value, outer ones first. */
export function visitNodes(value: Json | undefined, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const member of value) visitNodes(member, visit)
  if (!isNode(value)) return
  visit(value)
  for (const member of Object.values(value)) visitNodes(member, visit)
}
