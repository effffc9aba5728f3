import type { Call } from './component-state.ts'

/** The records that a call names or shows; none for calls on the whole component. */
export function listRecords({ operation, body }: Call): string[] {
  const comments = [
    ...('ids' in operation ? operation.ids : []),
    ...('id' in operation ? [operation.id] : []),
    ...('canonical' in operation ? [operation.canonical] : []),
    ...(Array.isArray(body?.reviews) ? body.reviews.map(({ id }: { id: number }) => id) : []),
  ]
  const onRule = ['step', 'sections', 'write'].includes(operation.kind) && 'rule' in operation
  return [...comments.map((id) => `comment ${id}`), ...(onRule ? [`rule ${operation.rule}`] : [])]
}
