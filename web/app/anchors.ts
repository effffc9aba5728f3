/** The anchors of an address that open a part of its page: the form for a new record, the export, the import menu. */
export const NEW = 'new'
export const EXPORT = 'export'
export const IMPORT = 'import'
