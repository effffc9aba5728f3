import { readFileSync } from 'node:fs'
import type { Json, Node } from '../document/json.ts'

/** A request of an operation, and its answer where that has a body. */
export interface Example {
  /** Values of path and query, by name. */
  parameters?: Node
  body?: Json
  answer?: Json
}

/**
 * One request and its answer for every operation, by operationId. They are recorded from the service itself
 * (`npm run openapi:examples`), when shapes change; a test holds them to the schemas.
 */
export const EXAMPLES: Record<string, Example> = JSON.parse(
  readFileSync(new URL('recorded.json', import.meta.url), 'utf8'),
)
