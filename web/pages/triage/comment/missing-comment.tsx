import { useEffect, useRef } from 'react'
import { BannerStrip } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Stack } from '../../../kit/stack.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { UnsentTexts } from '../../comments/unsent-texts.tsx'
import type { LiveNotice } from '../queue/use-live-queue.ts'

/**
 * The selected comment is not in the queue: who deleted it, and what the user typed. No other comment replaces it, so
 * that no key decides on one that the user has not read.
 */
export function MissingComment({
  id,
  notice,
  onLeave,
}: {
  id: number
  /** The last change by another user. */
  notice: LiveNotice | null
  onLeave: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  }, [])
  const isDeleted = notice?.id === id && notice.event === 'comment.destroyed'
  return (
    <div ref={box} tabIndex={-1}>
      <Stack>
        <BannerStrip variant="warning" action={<Button onPress={onLeave}>{t('Open the queue')}</Button>}>
          {isDeleted
            ? rich('{name} deleted comment {id}.', {
                name: notice.name === null ? t('Someone') : <bdi key="name">{notice.name}</bdi>,
                id,
              })
            : t('Comment {id} isn’t in this queue. It may have been deleted, or your access was removed.', {
                id,
              })}
        </BannerStrip>
        <UnsentTexts reviewId={id} />
      </Stack>
    </div>
  )
}
