import { z } from 'zod'

/** Single values of a backup archive; absent ones are null, because other producers leave members out. */

/** Text that the database can store. */
export function storableText(max: number) {
  return z
    .string({ error: 'must be a text' })
    .refine(isStorable, { error: NOT_STORABLE })
    .refine((value) => isWithin(value, max), { error: `must have at most ${max} characters` })
}

const NOT_STORABLE = 'must be well-formed text without NUL characters'

function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

function isWithin(value: string, max: number): boolean {
  return value.length <= max || Array.from(value).length <= max
}

/** Text or null. Numbers become text, because some producers write versions as numbers. */
export function text(max: number) {
  return z
    .union([z.string(), z.number().transform(String)], { error: 'must be a text' })
    .refine(isStorable, { error: NOT_STORABLE })
    .refine((value) => isWithin(value, max), { error: `must have at most ${max} characters` })
    .nullish()
    .transform((value) => value ?? null)
}

/** Non-blank text. */
export function requiredText(max: number) {
  return text(max)
    .transform((value) => value?.trim() ?? '')
    .refine((value) => value !== '', { error: 'must not be blank' })
}

export const flag = z
  .boolean({ error: 'must be true or false' })
  .nullish()
  .transform((value) => value ?? false)

export const maybeFlag = z
  .boolean({ error: 'must be true or false' })
  .nullish()
  .transform((value) => value ?? null)

const FIRST = Date.parse('0001-01-02T00:00:00Z')
const LAST = Date.parse('9999-12-30T00:00:00Z')

/** A time, unchanged if it has microseconds. */
export const instant = z
  .string({ error: 'must be a time' })
  .refine((value) => isTime(value), { error: 'must be a time' })
  .nullish()
  .transform((value) => value ?? null)

function isTime(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?( ?UTC|Z|[+-]\d{2}:?\d{2})?)?$/.test(value)) {
    return false
  }
  const time = Date.parse(value.replace(' UTC', 'Z').replace(' ', 'T'))
  return time >= FIRST && time <= LAST
}

/** A requirement's number: text or a number of at most six digits. */
export const number = z
  .union([z.string(), z.int().transform(String)], { error: 'must be a number of a requirement' })
  .transform((value) => value.trim())
  .refine((value) => /^\d{1,6}$/.test(value), { error: 'must be a number of at most six digits' })
  .transform((value) => value.padStart(6, '0'))

export const maybeNumber = number.nullish().transform((value) => value ?? null)

/** Identifies a review within its archive. */
export const externalId = z
  .union([storableText(100), z.int().transform(String)], { error: 'must be an id' })
  .nullish()
  .transform((value) => value ?? null)

/** An optional list. */
export function optionalList<T extends z.ZodType>(element: T, limit: number) {
  return z
    .array(element, { error: 'must be a list' })
    .max(limit, { error: `may have at most ${limit} elements` })
    .nullish()
    .transform((value) => value ?? [])
}

const COUNT_ERROR = 'must be an integer from 0 to 2147483647'

/** A count or null; also as text. */
export const count = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    { error: COUNT_ERROR },
  )
  .refine((value) => value >= 0 && value <= 2_147_483_647, { error: COUNT_ERROR })
  .nullish()
  .transform((value) => value ?? null)

/** The first validation problem with its path. */
export function formatIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'cannot be read'
  const path = issue.path.map(String).join('.')
  return path === '' ? issue.message : `${path} ${issue.message}`
}
