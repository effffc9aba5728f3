import { readFileSync } from 'node:fs'
import type { Json, Node } from '../document/json.ts'

/** Example request of an operation, and its response if it has a body. */
export interface Example {
  /** Values of path and query, by name. */
  parameters?: Node
  body?: Json
  answer?: Json
}

/**
 * Recorded examples of all operations by operationId. After schema changes, record them again (`npm run
 * openapi:examples`); a test validates them.
 */
export const EXAMPLES: Record<string, Example> = JSON.parse(
  readFileSync(new URL('recorded.json', import.meta.url), 'utf8'),
)
