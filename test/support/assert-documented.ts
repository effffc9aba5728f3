import { createChecker } from './conformance.ts'
import { listOperations, serviceDocument, type Operation } from './openapi.ts'
import type { Answer } from './rest.ts'

const PARAMETER = /\{\w+\}/g

interface Matcher {
  pattern: RegExp
  operation: Operation
}

/** The operations of one method, literal addresses before those with parameters (rule E-25). */
const matchers = Map.groupBy(
  listOperations(serviceDocument)
    .toSorted((a, b) => (a.path.replaceAll(PARAMETER, '~') < b.path.replaceAll(PARAMETER, '~') ? -1 : 1))
    .map((operation): Matcher => {
      const pattern = new RegExp(`^${operation.path.replaceAll(PARAMETER, '[^/]+')}$`)
      return { pattern, operation }
    }),
  ({ operation }) => operation.method,
)

/** The documented operation of a request; undefined for addresses that the document leaves out. */
export function findOperation(method: string, address: string): Operation | undefined {
  const path = address.split('?')[0] ?? ''
  return matchers.get(method.toUpperCase())?.find(({ pattern }) => pattern.test(path))?.operation
}

/** Fails the test if the answer to a documented operation does not match its document. */
export function assertDocumented(method: string, address: string, answer: Answer): void {
  const operation = findOperation(method, address)
  if (operation) createChecker(serviceDocument)(operation, answer)
}
