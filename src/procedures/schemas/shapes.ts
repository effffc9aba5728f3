import { z } from 'zod'
import { StoredFile } from '../../lib/temp-files/byte-range.ts'

/**
 * Zod building blocks of all schemas (rules E-2, E-4 and E-6). Limits of a single field are declared with that field.
 */

export const MAX_ID = 2_147_483_647

/** An id in a path: anything outside 1..2147483647 is a 404, as for an unknown id (rule E-2). */
export const pathId = z.int().min(1).max(MAX_ID).meta({ description: 'Numeric id.', example: 1 })

/** An id in a query or a body: an integer in the range of ids, else 422. */
export const bodyId = z.int().min(1).max(MAX_ID)

/** An id that no record has. */
const NO_ID = -1
const FIFTEEN_DIGITS = 999_999_999_999_999

/**
 * An id in a query or body for which an unknown id is 404 or matches nothing (rule E-4). Accepts up to fifteen digits;
 * values outside the range of ids become an id that no record has.
 */
export const lookupId = z
  .int()
  .min(-FIFTEEN_DIGITS)
  .max(FIFTEEN_DIGITS)
  .overwrite((id) => (bodyId.safeParse(id).success ? id : NO_ID))

/** Number of Unicode code points. */
export function countCodePoints(value: string): number {
  let count = 0
  for (const _ of value) count += 1
  return count
}

/** Whether a text is absent, empty or only white space. */
export function isBlank(value: string | null | undefined): boolean {
  return value === null || value === undefined || value.trim() === ''
}

/** Text that may be empty, at most `max` code points, without NUL and without lone surrogates. */
export function text(max: number) {
  return z
    .string()
    .refine((value) => !value.includes('\0'), { error: 'must not contain NUL characters', abort: true })
    .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true })
    .refine((value) => value.length <= max || countCodePoints(value) <= max, {
      error: `must have at most ${max} characters`,
    })
    .meta({ maxLength: max })
}

/** Text that is not blank. */
export function requiredText(max: number) {
  return text(max)
    .refine((value) => !isBlank(value), { error: 'must not be blank' })
    .meta({ minLength: 1, maxLength: max, pattern: '\\S' })
}

const FIRST_TIME = Date.parse('0001-01-01T00:00:00Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** Converts a client's time, in ISO 8601 or in the format of responses, to ISO 8601; UTC without a zone. */
function toIso(value: string): string {
  const iso = value.replace(/^(\S+) (\S+?)(?: UTC)?$/, '$1T$2')
  return /T[\d:.]+$/.test(iso) ? `${iso}Z` : iso
}

/** Parses a client's time to milliseconds; NaN for any other text, also for `0`, which would be a year. */
export function parseTime(value: string): number {
  return /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(toIso(value)) : Number.NaN
}

/** Whether a year is 1 to 9999: PostgreSQL has no year 0. */
function isStorable(value: string): boolean {
  const time = parseTime(value)
  return time >= FIRST_TIME && time <= LAST_TIME
}

/** A calendar date, `YYYY-MM-DD`. */
export const date = z.iso
  .date({ abort: true })
  .refine(isStorable, { error: 'must be a day of the years 1 to 9999' })

/** A time in JSON: `YYYY-MM-DD HH:MM:SS UTC` (rule E-9). */
export const instant = z.string().meta({
  pattern: String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC$`,
  example: '2026-03-01 09:30:00 UTC',
})

const isoTime = z.iso.datetime({ offset: true })

/** A date or time from a client: ISO 8601 or the format of responses. */
export const timeInput = z
  .union(
    [
      z.iso.date(),
      isoTime,
      z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC$/)
        .refine((value) => isoTime.safeParse(toIso(value)).success),
    ],
    { error: 'must be a date or a time' },
  )
  .refine(isStorable, { error: 'must be a date or a time' })

/** The highest `page`: a page past the end has no rows, however far it is (rule E-5). */
export const MAX_PAGE = FIFTEEN_DIGITS

/** `page` of a list, from 1. */
export const page = z.int().min(1).max(MAX_PAGE).default(1)

/** `per_page` of a list, 1..`max`, `fallback` when absent. */
export function perPage(max: number, fallback = 25) {
  return z.int().min(1).max(max).default(fallback)
}

export const Pagination = z
  .object({ page: z.int(), per_page: z.int(), total: z.int() })
  .meta({ id: 'Pagination' })

export const Toast = z
  .object({
    title: z.string(),
    message: z.array(z.string()),
    variant: z.enum(['success', 'danger', 'warning', 'info']),
  })
  .meta({ id: 'Toast', description: 'Message for the user.' })
export type Toast = z.infer<typeof Toast>

/** Response with only a toast. */
export const ToastOutput = z.object({ toast: Toast })

/** Creates a toast. */
export function createToast(
  title: string,
  message: string | string[],
  variant: Toast['variant'] = 'success',
): Toast {
  return { title, message: typeof message === 'string' ? [message] : message, variant }
}

/** Optional version checks of a write, at the top level of its body (rule E-14). */
export const guards = {
  expected_lock_version: z.int().min(0).max(MAX_ID).optional().meta({
    description: 'Reject with 409 unless the record still has this lock_version.',
  }),
  expected_updated_at: text(40)
    .refine((value) => !Number.isNaN(parseTime(value)), { error: 'must be a time' })
    .optional()
    .meta({ description: 'Reject with 409 unless the record was last changed at this time.' }),
}

/**
 * A file of a multipart request; tRPC clients send `{ filename, content }` with base64 content. `content` is null if
 * the file exceeds the limit, so that the role is still checked first.
 */
export interface Upload {
  filename: string
  content: Uint8Array | StoredFile | null
}

/** A required upload of 1 to `limitBytes` bytes; an empty or larger file is a 422. */
export function upload(limitBytes: number) {
  const mebibytes = limitBytes / 1024 / 1024
  return z
    .object(
      {
        filename: text(255).meta({ description: 'Name of the file, with its ending.' }),
        content: z.union([
          z.base64().transform((value) => Uint8Array.from(Buffer.from(value, 'base64'))),
          z
            .custom<Uint8Array | StoredFile>(
              (value) => value instanceof Uint8Array || value instanceof StoredFile,
            )
            .meta({ override: { type: 'string', format: 'binary' } }),
          z.null(),
        ]),
      },
      { error: ({ input }) => (input === undefined ? undefined : 'must be an uploaded file') },
    )
    .transform((file, issues) => {
      const { filename, content } = file
      if (content !== null && content.byteLength > 0 && content.byteLength <= limitBytes) {
        return { filename, content }
      }
      const isEmpty = content?.byteLength === 0
      const message = isEmpty
        ? `${filename} is empty (0 bytes)`
        : `is larger than the limit of ${mebibytes} MiB`
      issues.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ override: { type: 'string', format: 'binary' }, description: `At most ${mebibytes} MiB.` })
}

const ID_KEY = /^[1-9]\d{0,9}$/

/** Maps ids of records to the versions that the caller saw, at most `max` (rules R-34 and C-83). */
export function expectedLockVersions(max: number, records: string, description: string) {
  return z
    .record(z.string().regex(ID_KEY, { error: 'names no id' }), z.int().min(0).max(MAX_ID))
    .refine((versions) => Object.keys(versions).length <= max, {
      error: `names more than ${max} ${records}`,
    })
    .optional()
    .meta({ description })
}
