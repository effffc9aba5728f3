import { BannerStrip, ProblemBanner } from '../../../kit/banner-strip.tsx'
import { t } from '../../../languages/t.ts'
import { fieldLabel } from '../fields.ts'
import type { Snapshot } from '../rule-editor.ts'

/** What one must know before writing: why one can't, why it isn't saved, and what others changed just now. */
export function EditorNotices({
  unavailable,
  shown: { saving, wrong, taken },
}: {
  unavailable: string | null
  shown: Snapshot
}) {
  return (
    <>
      {unavailable !== null && <BannerStrip look="info">{unavailable}</BannerStrip>}
      {saving.state === 'refused' && Object.keys(wrong).length === 0 && (
        <ProblemBanner problem={saving.problem} />
      )}
      {taken.length > 0 && (
        <BannerStrip look="changed">
          {t('Somebody else changed {taken} just now.', { taken: taken.map(fieldLabel).join(', ') })}
        </BannerStrip>
      )}
    </>
  )
}
