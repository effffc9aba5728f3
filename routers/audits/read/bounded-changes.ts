import { sql } from 'kysely'

/** Maximum size of complete changes on a page, in bytes, newest first. */
const PAGE_BYTES = 1_000_000
/** Maximum size of a single complete entry, so that a page of one shows what a longer page shortened. */
const ENTRY_BYTES = 4_000_000
/** Number of characters that shortened texts keep. */
export const MAX_CHARACTERS = 200

/** Size of an entry's changes, in bytes. */
export const changesSize = sql<number>`octet_length(changes::text)`

/** Size of the changes of an entry and all newer ones on its page, in bytes. */
export const sizeUpTo = sql<number>`sum(octet_length(changes::text)) over (order by id desc)`

/** Whether to shorten an entry with `bytes` of its own and `upto` including newer ones. */
const isLong = sql<boolean>`(upto > ${sql.lit(PAGE_BYTES)} and (upto > bytes or bytes > ${sql.lit(ENTRY_BYTES)}))`

const keptCharacters = sql.lit(MAX_CHARACTERS)
/** Shortens a text to its beginning, and a list or object to its type. */
const shortenedSql = (value: string) => sql`case jsonb_typeof(${sql.raw(value)})
  when 'string' then to_jsonb(left(${sql.raw(value)} #>> '{}', ${keptCharacters}))
  when 'array' then '[]'::jsonb when 'object' then '{}'::jsonb else ${sql.raw(value)} end`
/** Whether a JSON value is long enough to be shortened. */
const isWide = sql<boolean>`octet_length(value::text) > ${keptCharacters}`

/** The changes, shortened if the page is full. */
export const boundedChanges = sql<Record<string, unknown>>`case when ${isLong} then
  (select coalesce(jsonb_object_agg(key, case when not ${isWide} then value
      when jsonb_typeof(value) = 'array' and jsonb_array_length(value) = 2 and action not in ('create', 'destroy')
        then jsonb_build_array(${shortenedSql('(value -> 0)')}, ${shortenedSql('(value -> 1)')})
      else ${shortenedSql('value')} end), '{}'::jsonb) from jsonb_each(changes))
  else changes end`

/** Names of the shortened fields. */
export const shortenedFields = sql<string[]>`case when ${isLong} then
  array(select key from jsonb_each(changes) where ${isWide}) else '{}'::text[] end`
