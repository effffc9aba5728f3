import type { DocumentType } from '../../../src/vocabulary.ts'

/** The title of a component without one: its name, which ends with the document type. */
export function toDefaultTitle(name: string, kind: DocumentType): string {
  const type = kind.toUpperCase()
  return name.toUpperCase().endsWith(` ${type}`) ? name : `${name} ${type}`
}
