import { types, type SerializerOptions } from '@electric-sql/pglite'

const { BYTEA, INT8 } = types
/** Date and time types stay text, as the ORM wants them. */
const TIME_TYPES = [types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.TIMETZ]
const asText = (text: string) => text

type Readers = Record<number, types.Parser>

/** PostgreSQL's type numbers of lists, and of what is in them. */
const LISTS: [list: number, element: number][] = [
  [1000, types.BOOL],
  [1001, BYTEA],
  [1003, 19],
  [1005, types.INT2],
  [1007, types.INT4],
  [1009, types.TEXT],
  [1015, types.VARCHAR],
  [1016, INT8],
  [1021, types.FLOAT4],
  [1022, types.FLOAT8],
  [1028, types.OID],
  [1115, types.TIMESTAMP],
  [1182, types.DATE],
  [1185, types.TIMESTAMPTZ],
  [1231, types.NUMERIC],
  [199, types.JSON],
  [2951, types.UUID],
  [3807, types.JSONB],
]

const scalars: Readers = {
  [INT8]: Number,
  // The engine's own goes through the bytes one by one.
  [BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
  ...Object.fromEntries(TIME_TYPES.map((type) => [type, asText])),
}
const scalarWriters: SerializerOptions = {
  ...types.serializers,
  [BYTEA]: (bytes: Uint8Array) =>
    `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`,
}

/** By type number, what makes a value of the engine's text; few, because the engine copies them for each query. */
export const READERS: Readers = {
  ...scalars,
  ...Object.fromEntries(
    LISTS.map(([list, element]) => {
      const read = scalars[element] ?? types.parsers[element] ?? asText
      return [list, (text: string): unknown => types.arrayParser(text, read, list)]
    }),
  ),
}

/** By type number, what writes a value of JavaScript as the engine's text; other types are written as they stand. */
export const WRITERS: SerializerOptions = {
  ...scalarWriters,
  ...Object.fromEntries(
    LISTS.map(([list, element]) => {
      const write = (values: unknown): string => types.arraySerializer(values, scalarWriters[element], list)
      return [list, write]
    }),
  ),
}
