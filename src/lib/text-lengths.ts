/** Default maximum lengths in code points; `LIMIT_TITLE` and `LIMIT_LONG_TEXT` override them (rules C-4, A-70). */
export const TITLE_LENGTH = 2000
/** The maximum length of a spreadsheet cell. */
export const LONG_TEXT_LENGTH = 32_767
/** The maximum of these settings, and of all other texts of a catalog guide. */
export const WIDEST_TEXT = 100_000
