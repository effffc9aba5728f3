import { z } from 'zod'

/**
 * The format of a backup: gzip of UTF-8 text. A header line comes first. Each table is a line with its name, its rows
 * in the text form of PostgreSQL's COPY, a line `\.`, and a line with count and digest. Last come the sequences and the
 * digest of everything before. Lines are JSON (docs/operations.md).
 */
export const FORMAT = 'rulewright-backup'
export const FORMAT_VERSION = 1

/** Ends the rows of a table: a row never looks like this, because COPY escapes backslashes. */
export const END_OF_ROWS = '\\.\n'
/** Bytes of the longest line that is not a row. */
export const MAX_LINE_LENGTH = 1_048_576

/** The start of every version of the format. */
export const Preamble = z.looseObject({ format: z.literal(FORMAT), version: z.int() })

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** The version of the service. */
  service: z.string(),
  /** The version of the server. */
  postgresql: z.string(),
  created_at: z.string(),
  /** The recorded migrations in order: the version of the schema. */
  migrations: z.array(z.string()).min(1),
})
export type Header = z.infer<typeof Header>

export const TableStart = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
export type TableStart = z.infer<typeof TableStart>

export const TableEnd = z.object({ rows: z.int(), sha256: z.string() })
export type TableEnd = z.infer<typeof TableEnd>

/** The last value of a sequence, as text because it may exceed a JavaScript number, and whether it was used. */
export const Sequence = z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })
export type Sequence = z.infer<typeof Sequence>

export const Summary = z.object({ tables: z.int(), rows: z.int(), sequences: z.array(Sequence) })
export type Summary = z.infer<typeof Summary>

export const Seal = z.object({ sha256: z.string() })

/** Serializes a value as one line. */
export function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
