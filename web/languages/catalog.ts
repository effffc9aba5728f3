/** A text as the sources have it; a plural has a form for one and a form for the others, which is its key. */
export type SourceText = string | { readonly one: string; readonly other: string }

/** Translations by English text. */
export type Catalog = Readonly<Record<string, SourceText>>
