import { z } from 'zod'
import { isRecord } from '../../lib/json-values.ts'
import { Toast, createToast } from '../schemas/shapes.ts'

/** Longer responses are not stored; only a reference is. */
export const MAX_STORED_BYTES = 1024 * 1024
const REFERENCE_CHARACTERS = 256 * 1024

/** Media type of a response that contains only a reference. */
export const REFERENCE_TYPE = 'application/json; profile="record-reference"'

/** The response to a retry when the first response is no longer stored. */
export const RecordReference = z
  .object({
    toast: Toast,
    reference: z
      .record(z.string(), z.unknown())
      .describe('The records of the original response, under their names there, with their ids only.'),
  })
  .meta({
    id: 'RecordReference',
    description:
      'The request was already processed under this Idempotency-Key. Its response is not stored, because it was larger than 1 MiB or contained a text that was deleted, withdrawn or redacted since. Read the records by their ids.',
  })

export const ALREADY_DONE =
  'This request was already processed. Its response is no longer stored; read the records again.'

/** A response that replaces one that is not stored. */
export class ResponseReference {
  readonly answer: z.output<typeof RecordReference>

  constructor(reference: Record<string, unknown>) {
    this.answer = { toast: createToast('Already done', ALREADY_DONE), reference }
  }
}

/** The ids of a result's records: objects and lists of objects with an `id`, and members that are ids. */
export function toReference(result: unknown): Record<string, unknown> {
  if (!isRecord(result)) return {}
  const reference: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(result)) {
    const ids = collectIds(name, value)
    if (ids !== undefined) reference[name] = ids
  }
  return JSON.stringify(reference).length > REFERENCE_CHARACTERS ? {} : reference
}

function collectIds(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const ids = value.flatMap((item) => (hasId(item) ? [{ id: item.id }] : []))
    return ids.length > 0 ? ids : undefined
  }
  if (hasId(value)) return { id: value.id }
  return /^(id|.*_id)$/.test(name) && typeof value === 'number' ? value : undefined
}

function hasId(value: unknown): value is { id: number } {
  return isRecord(value) && typeof value['id'] === 'number'
}
