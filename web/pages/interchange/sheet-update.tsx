import { useState } from 'react'
import { queryClient, type Outputs } from '../../api/client.ts'
import { toReason } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { SHEETS, FileInput, useUpload } from './file-input.tsx'
import { SHEET_LIMIT_BYTES } from './limits.ts'
import { SheetChanges, type SheetPreview } from './sheet-changes.tsx'

/** Updates the requirements of a component from a spreadsheet, after a preview. */
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
  const loadPreview = useUpload<SheetPreview>(t('Comparing with this component'))
  const applying = useUpload<Outputs['components']['applySpreadsheetUpdate']>(t('Applying'), () => {
    notify(t('{requirements} updated.', { requirements: formatCount(count, 'requirement') }))
    void queryClient.invalidateQueries()
    onClose()
  })
  const showPreview = (chosen: readonly File[]) => {
    setFiles(chosen)
    applying.reset()
    loadPreview.mutate({ address: `/components/${id}/preview_spreadsheet_update`, files: chosen })
  }
  const preview = loadPreview.isPending ? undefined : loadPreview.data
  const count = preview?.updated.length ?? 0
  const stale = toReason(applying.error) === 'spreadsheet.preview_stale'
  const apply = () =>
    preview &&
    applying.mutate({
      address: `/components/${id}/apply_spreadsheet_update`,
      files,
      form: { method: 'PATCH', values: { preview_token: preview.preview_token } },
    })
  return (
    <Dialog title={t('Update {name} from a spreadsheet', { name })} isOpen wide onClose={onClose}>
      <FileInput
        label={t('Spreadsheet')}
        hint={t('or drop it here: a working copy that was exported, .xlsx or .csv')}
        accept={SHEETS}
        mostBytes={SHEET_LIMIT_BYTES}
        files={files}
        sending={applying.isPending || applying.error !== null ? applying : loadPreview}
        onFiles={showPreview}
      />
      {preview && <SheetChanges preview={preview} />}
      <Actions>
        {stale ? (
          <Button variant="primary" onPress={() => showPreview(files)}>
            {t('Preview again')}
          </Button>
        ) : (
          <Button variant="primary" isDisabled={count === 0} isPending={applying.isPending} onPress={apply}>
            {count > 0
              ? t('Change {requirements}', { requirements: formatCount(count, 'requirement') })
              : t('Apply')}
          </Button>
        )}
        <Button onPress={onClose}>{t('Cancel')}</Button>
      </Actions>
    </Dialog>
  )
}
