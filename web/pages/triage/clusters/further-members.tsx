import { toProblem } from '../../../api/errors.ts'
import { Loading } from '../../../app/states.tsx'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { formatCount, t } from '../../../languages/t.ts'
import type { useMembers } from './use-members.ts'

/** The number of cluster members that are not on screen, with links forward and back. */
export function FurtherMembers({
  members,
  onShow,
}: {
  members: ReturnType<typeof useMembers>
  onShow: () => void
}) {
  const { visibleCluster, isFirst, isLoading, error, showFirst, showNext } = members
  const show = (step: () => void) => () => {
    onShow()
    step()
  }
  if (isLoading) return <Loading />
  const hiddenCount = visibleCluster.reviews_left_out
  if (hiddenCount === 0 && isFirst) return null
  return (
    <>
      {error && <ProblemBanner problem={toProblem(error)} />}
      <Inline>
        {hiddenCount > 0 && (
          <>
            <span className="small muted">
              {t('{furtherComments} of this group.', {
                furtherComments: formatCount(hiddenCount, 'further comment'),
              })}
            </span>
            <Button onPress={show(showNext)}>{t('Show the next comments')}</Button>
          </>
        )}
        {!isFirst && <Button onPress={show(showFirst)}>{t('Show the first comments')}</Button>}
      </Inline>
    </>
  )
}
