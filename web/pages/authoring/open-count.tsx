import { locale, t } from '../../languages/t.ts'
import type { CommentCounts } from './labels.ts'

/** "1 of 2" where there is no room for more; screen readers and the tooltip say of what. */
export function OpenCount({ of: { open, total } }: { of: CommentCounts }) {
  return (
    <span title={t('Open comments of all comments')}>
      {t('{open} of {total}', { open: open.toLocaleString(locale), total: total.toLocaleString(locale) })}
      <span className="words"> {t('comments open')}</span>
    </span>
  )
}
