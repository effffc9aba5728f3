import { formatNumber, t } from '../../languages/t.ts'
import type { CommentCounts } from './labels.ts'

/** A compact "1 of 2"; screen readers and the tooltip get the full text. */
export function OpenCount({ counts: { open, total } }: { counts: CommentCounts }) {
  return (
    <span title={t('Open comments of all comments')}>
      {t('{open} of {total}', { open: formatNumber(open), total: formatNumber(total) })}
      <span className="visually-hidden"> {t('comments open')}</span>
    </span>
  )
}
