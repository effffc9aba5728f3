import { z } from 'zod'
import { isRecord } from '../../lib/validation-error.ts'
import { Toast, toast } from '../schemas/shapes.ts'

/** Longer responses are not stored; only a reference is. */
export const MAX_STORED_BYTES = 1024 * 1024
const REFERENCE_CHARACTERS = 256 * 1024

/** Media type of a response that contains only a reference. */
export const REFERENCE_TYPE = 'application/json; profile="kept-reference"'

/** The response to a retry when the first response is not stored any more. */
export const KeptReference = z
  .object({
    toast: Toast,
    reference: z
      .record(z.string(), z.unknown())
      .describe('The records of the first answer under the names that they had there, with nothing but ids.'),
  })
  .meta({
    id: 'KeptReference',
    description:
      'The request was carried out before, under the same Idempotency-Key. Its answer was larger than 1 MiB, or held a text that was deleted, withdrawn or redacted since; the records may be read by their ids.',
  })

export const ALREADY_DONE =
  'This was done already. The first answer is no longer kept; read the records anew.'

/** A response that replaces one that is not stored. */
export class ResponseReference {
  readonly answer: z.output<typeof KeptReference>

  constructor(reference: Record<string, unknown>) {
    this.answer = { toast: toast('Done already', ALREADY_DONE), reference }
  }
}

/** The ids of a result's records: objects and lists of objects with an `id`, and members that are ids. */
export function toReference(result: unknown): Record<string, unknown> {
  if (!isRecord(result)) return {}
  const reference: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(result)) {
    const ids = idsIn(name, value)
    if (ids !== undefined) reference[name] = ids
  }
  return JSON.stringify(reference).length > REFERENCE_CHARACTERS ? {} : reference
}

function idsIn(name: string, value: unknown): unknown {
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
