import { useState } from 'react'
import { toButtonClass } from '../../kit/button.tsx'
import { Checkbox, Checkboxes, Radio, Radios } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { Icon } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'
import { toGuideAddress, listGuideColumns } from './guide-columns.ts'
import { ScrollingChoices } from './scrolling-choices.tsx'

/** Exports a guide as it was uploaded, or as a sheet with chosen columns. */
export default function ExportGuide({
  kind,
  guide: { id, title },
  onClose,
}: {
  kind: 'srgs' | 'stigs'
  guide: { id: number; title: string }
  onClose: () => void
}) {
  const offered = listGuideColumns(kind)
  const [type, setType] = useState('xccdf')
  const [columns, setColumns] = useState(offered.filter(({ isDefault }) => isDefault).map(({ key }) => key))
  const none = type === 'csv' && columns.length === 0
  return (
    <Dialog title={t('Export {title}', { title })} isOpen onClose={onClose}>
      <Radios label={t('Format')} value={type} onChange={setType}>
        <Radio value="xccdf">{t('XCCDF, as it was uploaded')}</Radio>
        <Radio value="csv">{t('CSV, a line per rule')}</Radio>
      </Radios>
      {type === 'csv' && (
        <ScrollingChoices>
          <Checkboxes label={t('Columns')} value={columns} onChange={setColumns}>
            {offered.map(({ key, label }) => (
              <Checkbox key={key} value={key}>
                {label}
              </Checkbox>
            ))}
          </Checkboxes>
        </ScrollingChoices>
      )}
      {none ? (
        <p className="muted">{t('Choose at least one column.')}</p>
      ) : (
        <Actions>
          <a
            className={toButtonClass('primary')}
            href={toGuideAddress(kind, id, type, columns)}
            download
            onClick={onClose}
          >
            <Icon name="into" />
            {t('Download')}
          </a>
        </Actions>
      )}
    </Dialog>
  )
}
