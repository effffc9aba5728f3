import { Icon } from '../../kit/icon.tsx'
import { t } from '../../languages/t.ts'
import { useIsUnsaved } from './unsaved.ts'

/** Marks a requirement with texts that are stored only in this browser. */
export function UnsavedMark({ ruleId }: { ruleId: number }) {
  if (!useIsUnsaved(ruleId)) return null
  return (
    <span className="danger" title={t('Not saved yet')}>
      <Icon name="triangle" />
      <span className="visually-hidden">{t('Not saved yet')}</span>
    </span>
  )
}
