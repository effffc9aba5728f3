import { BannerStrip, ProblemBanner } from '../../../kit/banner-strip.tsx'
import { t } from '../../../languages/t.ts'
import { formatField } from '../fields.ts'
import type { Snapshot } from '../rule-editor.ts'

/** Notices above the texts: why they are read-only, why saving failed, and recent changes of other users. */
export function EditorNotices({
  unavailable,
  snapshot: { saving, wrong, taken },
}: {
  unavailable: string | null
  snapshot: Snapshot
}) {
  return (
    <>
      {unavailable !== null && <BannerStrip variant="info">{unavailable}</BannerStrip>}
      {saving.state === 'refused' && Object.keys(wrong).length === 0 && (
        <ProblemBanner problem={saving.problem} />
      )}
      {taken.length > 0 && (
        <BannerStrip variant="warning">
          {t('Someone else changed {taken} just now.', { taken: taken.map(formatField).join(', ') })}
        </BannerStrip>
      )}
    </>
  )
}
