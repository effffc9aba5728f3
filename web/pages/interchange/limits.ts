export const MEGABYTE = 1024 * 1024

/** The maximum file sizes of the service. */
export const MOST_SHEET_BYTES = 50 * MEGABYTE
export const MOST_ARCHIVE_BYTES = 100 * MEGABYTE
/** The maximum number of sheets in one import. */
export const MOST_SHEETS = 20
