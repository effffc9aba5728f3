import type { Outputs } from '../../api/client.ts'
import { formatCount, t } from '../../languages/t.ts'
import { ImportPreview } from '../interchange/import-preview.tsx'
import { MEGABYTE } from '../interchange/limits.ts'
import { formatEdition, KIND_LABELS } from './reference-labels.ts'

type UploadAnswer = Outputs['referenceDocuments']['upload']

const ACCEPTED = [
  '.xml',
  '.zip',
  '.json',
  'text/xml',
  'application/xml',
  'application/zip',
  'application/json',
]
const ENTRY_NOUNS = { cci_list: 'CCI', control_catalog: 'control' } as const
const LIMIT_BYTES = 25 * MEGABYTE

/** Uploads a CCI list or a catalog after a preview that says what it replaces. */
export function UploadReference({ onClose }: { onClose: () => void }) {
  return (
    <ImportPreview<UploadAnswer>
      title={t('Upload a reference document')}
      address="/api/reference_documents"
      label={t('Upload a reference document')}
      hint={t('or drop it here: U_CCI_List.xml or its .zip, or the OSCAL catalog (.json)')}
      accept={ACCEPTED}
      mostBytes={LIMIT_BYTES}
      before={(answer) => ({ refused: false, label: describePreview(answer) })}
      after={({ reference_document: { kind, entries_count: count } }) =>
        t('Stored {entries}.', { entries: formatCount(count, ENTRY_NOUNS[kind]) })
      }
      isReady={() => true}
      report={() => null}
      onClose={onClose}
    />
  )
}

function describePreview({ reference_document: document, replaced }: UploadAnswer): string {
  const noun = ENTRY_NOUNS[document.kind]
  const effect = replaced
    ? t('It replaces {edition} with {count}.', {
        edition: formatEdition(replaced),
        count: formatCount(replaced.entries_count, noun),
      })
    : t('No document of this kind is stored yet.')
  const count = formatCount(document.entries_count, noun)
  return `${KIND_LABELS[document.kind]}: ${formatEdition(document)}, ${count}. ${effect}`
}
