import { useState } from 'react'
import { queryClient, type Outputs } from '../../api/client.ts'
import { reasonOf } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Actions } from '../../kit/form.tsx'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Cell, RowName } from '../../kit/table.tsx'
import { notify } from '../../kit/toast.tsx'
import { counted } from '../components/phase.ts'
import { wordsOf } from './field-labels.ts'
import { MOST_SHEET_BYTES } from './limits.ts'
import { Report, Warnings } from './report.tsx'
import { SHEETS, TakeFile, useSending } from './file-input.tsx'

type Preview = Outputs['components']['previewSpreadsheetUpdate']

/** Changes the requirements of a component as a spreadsheet says, once one has seen what that would be. */
export default function SheetUpdate({
  id,
  name,
  onClose,
}: {
  id: number
  name: string
  onClose: () => void
}) {
  const [files, setFiles] = useState<readonly File[]>([])
  const looking = useSending<Preview>('Comparing with this component')
  const applying = useSending<Outputs['components']['applySpreadsheetUpdate']>('Applying', ({ toast }) => {
    notify(toast.message.join(' '))
    void queryClient.invalidateQueries()
    onClose()
  })
  const look = (chosen: readonly File[]) => {
    setFiles(chosen)
    applying.reset()
    looking.mutate({ address: `/components/${id}/preview_spreadsheet_update`, files: chosen })
  }
  const preview = looking.isPending ? undefined : looking.data
  const stale = reasonOf(applying.error) === 'spreadsheet.preview_stale'
  return (
    <Dialog title={`Update ${name} from a spreadsheet`} isOpen wide onClose={onClose}>
      <TakeFile
        label="Spreadsheet"
        hint="or drop it here: a working copy that was exported, .xlsx or .csv"
        accept={SHEETS}
        mostBytes={MOST_SHEET_BYTES}
        files={files}
        sending={applying.isPending || applying.error !== null ? applying : looking}
        onFiles={look}
      />
      {preview && <Changes preview={preview} />}
      <Actions>
        {stale ? (
          <Button look="first" onPress={() => look(files)}>
            Look again
          </Button>
        ) : (
          <Button
            look="first"
            isDisabled={!preview || preview.updated.length === 0}
            isPending={applying.isPending}
            onPress={() =>
              preview &&
              applying.mutate({
                address: `/components/${id}/apply_spreadsheet_update`,
                files,
                form: { method: 'PATCH', values: { preview_token: preview.preview_token } },
              })
            }
          >
            {preview && preview.updated.length > 0
              ? `Change ${counted(preview.updated.length, 'requirement')}`
              : 'Apply'}
          </Button>
        )}
        <Button onPress={onClose}>Cancel</Button>
      </Actions>
    </Dialog>
  )
}

function Changes({
  preview: { updated, unchanged, skipped_locked: locked, warnings },
}: {
  preview: Preview
}) {
  const rows = updated.flatMap(({ rule_id, changes }) =>
    Object.entries(changes).map(([field, change]) => ({ rule_id, field, ...change })),
  )
  const said = [
    `${counted(updated.length, 'requirement')} would change`,
    `${unchanged.length} unchanged`,
    ...(locked.length > 0 ? [`${locked.length} locked or under review, wholly or in part`] : []),
  ]
  return (
    <>
      <BannerStrip look={updated.length > 0 ? 'changed' : 'info'}>{said.join(', ')}.</BannerStrip>
      {rows.length > 0 && (
        <Report
          label="What would change"
          columns={[{ words: 'Requirement' }, { words: 'Change' }]}
          rows={rows}
          row={({ rule_id: rule, field, from, to }) => (
            <tr key={`${rule} ${field}`}>
              <Cell head>
                <RowName about={wordsOf(field)}>{rule}</RowName>
              </Cell>
              <Cell>
                <Diff before={from ?? ''} after={to ?? ''} />
              </Cell>
            </tr>
          )}
        />
      )}
      {locked.length > 0 && (
        <Report
          label="What is locked"
          columns={[{ words: 'Requirement' }, { words: 'Why it stays' }]}
          rows={locked}
          row={({ rule_id: rule, reason, skipped_fields: fields = [] }) => (
            <tr key={rule}>
              <Cell head>{rule}</Cell>
              <Cell>{[reason, fields.map(wordsOf).join(', ')].filter(Boolean).join(': ')}</Cell>
            </tr>
          )}
        />
      )}
      <Warnings warnings={warnings} />
    </>
  )
}
