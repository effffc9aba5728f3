import { queryClient, type Outputs } from '../../api/client.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { rich } from '../../languages/rich.ts'
import { t, verb } from '../../languages/t.ts'
import { toSentence } from './archive-contents.tsx'
import { ArchiveParts } from './archive-parts.tsx'
import { ARCHIVES, FileInput, useUpload } from './file-input.tsx'
import { ImportDone } from './import-done.tsx'
import { ARCHIVE_LIMIT_BYTES } from './limits.ts'
import { Warnings } from './report.tsx'
import { useArchive } from './use-archive.ts'

type ArchiveImport = Outputs['projects']['importBackup']

/** Imports the components of a backup archive into a project, after a preview. */
export default function BackupImport({
  id,
  name,
  onClose,
}: {
  id: number
  name: string
  onClose: () => void
}) {
  const address = `/projects/${id}/import_backup`
  const archive = useArchive<ArchiveImport>(address)
  const { file, trial, trying } = archive
  const importing = useUpload<ArchiveImport>(t('Importing'), () => void queryClient.invalidateQueries())
  const { data: done } = importing
  if (done) return <Done done={done} name={name} onClose={onClose} />
  return (
    <Dialog title={t('Backup into {name}', { name })} isOpen wide onClose={onClose}>
      <FileInput
        label={t('Backup archive')}
        hint={t('or drop it here: a backup of this service or of Vulcan, .zip')}
        accept={ARCHIVES}
        mostBytes={ARCHIVE_LIMIT_BYTES}
        files={file ? [file] : []}
        sending={importing.isPending || importing.error !== null ? importing : trying}
        onFiles={([chosen]) => {
          importing.reset()
          if (chosen) archive.take(chosen)
        }}
      />
      {trial && (
        <>
          <BannerStrip variant="warning">
            {rich('The import would add {records}.', { records: toSentence(trial.summary) })}
          </BannerStrip>
          <ArchiveParts archive={archive} trial={trial} />
        </>
      )}
      <Actions>
        <Button
          variant="primary"
          isDisabled={!archive.isReady}
          isPending={importing.isPending}
          onPress={() =>
            file && importing.mutate({ address, files: [file], form: { values: archive.values() } })
          }
        >
          {verb('Import')}
        </Button>
        <Button onPress={onClose}>{t('Cancel')}</Button>
      </Actions>
    </Dialog>
  )
}

function Done({ done, name, onClose }: { done: ArchiveImport; name: string; onClose: () => void }) {
  return (
    <ImportDone
      title={t('Imported into {name}', { name })}
      label={`${toSentence(done.summary)}.`}
      onClose={onClose}
    >
      <Warnings warnings={done.warnings} />
    </ImportDone>
  )
}
