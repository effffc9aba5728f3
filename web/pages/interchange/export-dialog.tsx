import { useMutation } from '@tanstack/react-query'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button, toButtonClass } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Select } from '../../kit/select.tsx'
import { t } from '../../languages/t.ts'
import { ExportOptions } from './export-options.tsx'
import { startExport } from './start-job.ts'
import { useExportChoices, type ExportChoices, type ExportSubject } from './use-export-choices.ts'
import styles from './export-dialog.module.css'

/** Exports a component, a project or released components in one of the allowed formats. */
export default function ExportDialog({
  exportable,
  onClose,
}: {
  exportable: ExportSubject
  onClose: () => void
}) {
  const choices = useExportChoices(exportable)
  const { forms, form } = choices
  const later = useMutation({
    mutationFn: (address: string) => startExport(address, `${exportable.name}: ${form?.label ?? ''}`),
    onSuccess: onClose,
  })
  if (!form) {
    return (
      <Dialog title={t('Export {name}', { name: exportable.name })} isOpen onClose={onClose}>
        <p>{t('Nothing to export yet')}</p>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('Export {name}', { name: exportable.name })} isOpen onClose={onClose}>
      {later.error && <ProblemBanner problem={toProblem(later.error)} />}
      <div className={styles['choice']}>
        <Select
          label={t('Format')}
          options={forms.map(({ type: value, label }) => ({ value, label }))}
          value={form.type}
          onChange={choices.setType}
          autoFocus
        />
        <p className="muted small">{form.description}</p>
      </div>
      <ExportOptions choices={choices} />
      <ExportActions
        choices={choices}
        isLong={exportable.scope !== 'component'}
        isPending={later.isPending}
        onPrepare={() => later.mutate(choices.address)}
        onDownload={onClose}
      />
    </Dialog>
  )
}

/** Download now or in the background; the background comes first for a whole project, which takes longer. */
function ExportActions({
  choices: { address, isEmpty },
  isLong,
  isPending,
  onPrepare,
  onDownload,
}: {
  choices: ExportChoices
  isLong: boolean
  isPending: boolean
  onPrepare: () => void
  onDownload: () => void
}) {
  const background = (
    <Button
      {...(isLong ? { variant: 'primary' as const } : {})}
      isPending={isPending}
      isDisabled={isEmpty}
      onPress={onPrepare}
    >
      {isLong ? t('Prepare the file') : t('Prepare in the background')}
    </Button>
  )
  return (
    <Actions>
      {isLong && background}
      {!isEmpty && (
        <a
          className={toButtonClass(isLong ? undefined : 'primary')}
          href={address}
          download
          onClick={onDownload}
        >
          <Icon name="into" />
          {isLong ? t('Download now') : t('Download')}
        </a>
      )}
      {!isLong && background}
    </Actions>
  )
}
