/** Greatest lengths of texts in code points, unless `LIMIT_TITLE` and `LIMIT_LONG_TEXT` set others (rules C-4, A-70). */
export const TITLE_LENGTH = 2000
/** What a cell of a workbook holds. */
export const LONG_TEXT_LENGTH = 32_767
/** The widest that these settings allow, and the length of any other text of a catalog guide. */
export const WIDEST_TEXT = 100_000
