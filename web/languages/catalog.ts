/** A text as written in the sources. A plural has a singular and a plural form; the plural form is its key. */
export type SourceText = string | { readonly one: string; readonly other: string }

/** Translations by English text. */
export type Catalog = Readonly<Record<string, SourceText>>
