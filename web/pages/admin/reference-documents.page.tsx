import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { formatExactTime, parseTimestamp } from '../../api/time.ts'
import { restoreLostFocus } from '../../app/restore-lost-focus.ts'
import { Missing } from '../../app/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import { Cell, RowName, Table } from '../../kit/table.tsx'
import { notify } from '../../kit/toast.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, t } from '../../languages/t.ts'
import { AdminPage } from './frame.tsx'
import { formatEdition, KIND_LABELS, type ReferenceDocument, type ReferenceKind } from './reference-labels.ts'
import { UploadReference } from './upload-reference.tsx'

const SOURCES: Record<ReferenceKind, string> = {
  cci_list: t('DISA, U_CCI_List.xml or its zip: definitions of CCIs'),
  control_catalog: t('NIST, OSCAL catalog in JSON: texts of the controls'),
}
const KINDS = ['cci_list', 'control_catalog'] as const

/** The documents with the texts of CCIs and controls; administrators upload, replace and remove them. */
export default function ReferenceDocumentsPage() {
  const { data } = useSuspenseQuery(api.referenceDocuments.list.queryOptions())
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const [isUploading, setUploading] = useState(false)
  if (!person.admin) return <Missing />
  return (
    <AdminPage
      title={t('Reference documents')}
      description={t(
        'Texts of CCIs and controls for the Controls page. The service contains neither document.',
      )}
    >
      <div>
        <Button icon="upload" variant="primary" onPress={() => setUploading(true)}>
          {t('Upload a document')}
        </Button>
      </div>
      <Table
        label={t('Reference documents')}
        columns={[
          { label: t('Document') },
          { label: t('Stored') },
          { label: t('Uploaded'), wide: true },
          { label: t('Remove'), quiet: true, end: true },
        ]}
      >
        {KINDS.map((kind) => (
          <DocumentRow
            key={kind}
            kind={kind}
            document={data.reference_documents.find((candidate) => candidate.kind === kind)}
          />
        ))}
      </Table>
      {isUploading && <UploadReference onClose={() => setUploading(false)} />}
    </AdminPage>
  )
}

function DocumentRow({ kind, document }: { kind: ReferenceKind; document: ReferenceDocument | undefined }) {
  const [isRemoving, setRemoving] = useState(false)
  const uploaded = parseTimestamp(document?.uploaded_at ?? null)
  return (
    <tr>
      <Cell head>
        <RowName description={document?.title ?? SOURCES[kind]}>{KIND_LABELS[kind]}</RowName>
      </Cell>
      <Cell>
        {document ? <Stored document={document} /> : <span className="muted">{t('Not uploaded')}</span>}
      </Cell>
      <Cell wide>
        {uploaded && document && (
          <RowName description={[document.uploaded_by, document.filename].filter(Boolean).join(' · ')}>
            {formatExactTime(uploaded)}
          </RowName>
        )}
      </Cell>
      <Cell end>
        {document && (
          <Button
            variant="danger"
            onPress={() => setRemoving(true)}
            aria-label={t('Remove {name}', { name: KIND_LABELS[kind] })}
          >
            {t('Remove')}
          </Button>
        )}
      </Cell>
      {document && isRemoving && <RemoveDocument document={document} onClose={() => setRemoving(false)} />}
    </tr>
  )
}

function Stored({
  document,
}: {
  document: Outputs['referenceDocuments']['list']['reference_documents'][number]
}) {
  const noun = document.kind === 'cci_list' ? 'CCI' : 'control'
  return <RowName description={formatCount(document.entries_count, noun)}>{formatEdition(document)}</RowName>
}

function RemoveDocument({ document, onClose }: { document: ReferenceDocument; onClose: () => void }) {
  const { kind } = document
  const name = KIND_LABELS[kind]
  const remove = useMutation({
    mutationFn: () => client.referenceDocuments.remove.mutate({ kind }),
    onSuccess: async () => {
      notify(t('{name} removed', { name }))
      onClose()
      await Promise.all([
        queryClient.invalidateQueries(api.referenceDocuments.pathFilter()),
        queryClient.invalidateQueries(api.controls.pathFilter()),
      ])
      restoreLostFocus()
    },
  })
  return (
    <Confirm
      title={t('Remove {name}?', { name })}
      action={t('Remove')}
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {rich(
        'This removes the texts of {edition} for everyone. Requirements don’t change. You can upload it again.',
        {
          edition: formatEdition(document),
        },
      )}
    </Confirm>
  )
}
