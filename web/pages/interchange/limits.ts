export const MEGABYTE = 1024 * 1024

/** The largest files that the service takes. */
export const MOST_SHEET_BYTES = 50 * MEGABYTE
export const MOST_ARCHIVE_BYTES = 100 * MEGABYTE
/** As many sheets as go in together. */
export const MOST_SHEETS = 20
