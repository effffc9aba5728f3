import { Suspense } from 'react'
import { BannerStrip } from '../../../kit/banner-strip.tsx'
import { t } from '../../../languages/t.ts'
import { DISPOSITIONS } from '../../components/decision-labels.ts'
import { FailureBanner, NoticeBanner, OtherFailures, UndoFailure } from '../lazy-parts.ts'
import type { Row } from '../queue/rows.ts'
import type { LiveNotice } from '../queue/use-live-queue.ts'
import type { Failure, FailedUndo } from '../undo/store.ts'
import type { DecisionControls } from './use-deciding.ts'
import styles from './triage-banners.module.css'

/** Failed decisions, a failed undo, and a change by another user; nothing while there is none. */
export function TriageBanners({
  row,
  failures,
  failedUndo,
  notice,
  deciding: { select, retry },
}: {
  /** The selected comment; undefined in views without it. */
  row: Row | undefined
  failures: readonly Failure[]
  failedUndo: FailedUndo | null
  notice: LiveNotice | null
  deciding: DecisionControls
}) {
  const failed = failures.find(({ id }) => id === row?.id)
  const others = failures.filter((item) => item !== failed)
  const hasNotice = row !== undefined && failed === undefined && notice?.id === row.id
  if (failures.length === 0 && failedUndo === null && !hasNotice) return null
  // Shown until the banner is loaded, which a lost connection may prevent.
  const text = <BannerStrip variant="error">{t('Your decision was not saved.')}</BannerStrip>
  // Each has its own boundary: one that still loads would hide the others, which lose the focus.
  return (
    <div className={styles['banners']}>
      <Suspense>{failedUndo && <UndoFailure failedUndo={failedUndo} onOpen={select} />}</Suspense>
      <Suspense fallback={text}>
        {others.length > 0 && <OtherFailures failures={others} onOpen={select} />}
      </Suspense>
      <Suspense fallback={text}>{failed && <FailureBanner failure={failed} onAgain={retry} />}</Suspense>
      <Suspense>
        {hasNotice && (
          <NoticeBanner
            key={notice.key}
            notice={notice}
            label={DISPOSITIONS[row.triage_status ?? 'pending'].label}
          />
        )}
      </Suspense>
    </div>
  )
}
