import { sql } from 'kysely'

/** Bytes of changes that the entries of one page hold whole, newest first. */
const PAGE_BYTES = 1_000_000
/** One entry alone is whole up to here, so that a page of one shows what a longer page left out. */
const ENTRY_BYTES = 4_000_000
/** What is kept of each text of the other entries. */
export const KEPT_CHARACTERS = 200

/** The bytes of the changes of an entry. */
export const changesSize = sql<number>`octet_length(changes::text)`

/** The bytes of an entry's changes and of all newer ones' of its page. */
export const sizeUpTo = sql<number>`sum(octet_length(changes::text)) over (order by id desc)`

/** Whether an entry with `bytes` of its own and `upto` with the newer ones is shown shortened. */
const isLong = sql<boolean>`(upto > ${sql.lit(PAGE_BYTES)} and (upto > bytes or bytes > ${sql.lit(ENTRY_BYTES)}))`

const kept = sql.lit(KEPT_CHARACTERS)
/** Of a text its beginning, of a list or an object that it was one. */
const shortened = (value: string) => sql`case jsonb_typeof(${sql.raw(value)})
  when 'string' then to_jsonb(left(${sql.raw(value)} #>> '{}', ${kept}))
  when 'array' then '[]'::jsonb when 'object' then '{}'::jsonb else ${sql.raw(value)} end`
/** What is no longer than this as JSON stays as it is. */
const isWide = sql<boolean>`octet_length(value::text) > ${kept}`

/** The changes, shortened where the page is full. */
export const boundedChanges = sql<Record<string, unknown>>`case when ${isLong} then
  (select coalesce(jsonb_object_agg(key, case when not ${isWide} then value
      when jsonb_typeof(value) = 'array' and jsonb_array_length(value) = 2 and action not in ('create', 'destroy')
        then jsonb_build_array(${shortened('(value -> 0)')}, ${shortened('(value -> 1)')})
      else ${shortened('value')} end), '{}'::jsonb) from jsonb_each(changes))
  else changes end`

/** Names of the fields that were shortened. */
export const shortenedFields = sql<string[]>`case when ${isLong} then
  array(select key from jsonb_each(changes) where ${isWide}) else '{}'::text[] end`
