export const MEGABYTE = 1024 * 1024

/** The maximum file sizes of the service. */
export const SHEET_LIMIT_BYTES = 50 * MEGABYTE
export const ARCHIVE_LIMIT_BYTES = 100 * MEGABYTE
/** The maximum number of sheets in one import. */
export const MAX_SHEETS = 20
