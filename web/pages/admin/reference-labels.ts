import type { Outputs } from '../../api/client.ts'
import { t } from '../../languages/t.ts'

export type ReferenceDocument = Outputs['referenceDocuments']['list']['reference_documents'][number]
export type ReferenceKind = ReferenceDocument['kind']

export const KIND_LABELS: Record<ReferenceKind, string> = {
  cci_list: t('CCI list'),
  control_catalog: t('Catalog of NIST SP 800-53'),
}

/** Formats the version of a document with its date, as the document writes them. */
export function formatEdition({
  version,
  published,
}: Pick<ReferenceDocument, 'version' | 'published'>): string {
  const day = published?.replace(/T.*/, '') ?? null
  if (version === null) return day ?? t('Without a version')
  const name = t('Version {version}', { version })
  return day === null || day === version ? name : `${name} (${day})`
}
