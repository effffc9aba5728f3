import { SECTION_KEYS } from '../../../src/vocabulary.ts'
import type { openDrafts } from '../../api/drafts.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Stack } from '../../kit/stack.tsx'
import { t } from '../../languages/t.ts'
import { formatSection } from '../authoring/section-labels.ts'
import { toRuleDraftPrefix } from './draft-id.ts'
import { UnsavedTexts, type LabeledText } from './unsaved-texts.tsx'

/** Says that the component lacks the requirement of the address, and shows the comments that the user typed on it. */
export default function MissingRule({ ruleId }: { ruleId: number }) {
  return (
    <Stack>
      <BannerStrip variant="warning">
        {t('This requirement isn’t in this component. It may have been deleted or moved.')}
      </BannerStrip>
      <UnsavedTexts subject={['comments', ruleId]} read={(drafts) => readUnsentComments(drafts, ruleId)} />
    </Stack>
  )
}

/** Reads the drafts of the user's comments on a requirement, each with a label. */
async function readUnsentComments(
  drafts: ReturnType<typeof openDrafts>,
  ruleId: number,
): Promise<LabeledText[]> {
  const prefix = toRuleDraftPrefix(ruleId)
  return Promise.all(
    (await drafts.listIds(prefix)).map(async (draftId) => {
      const section = SECTION_KEYS.find((key) => draftId === `${prefix}${key}`) ?? null
      const label = t('Comment on {label}', { label: formatSection(section) })
      return { label, text: (await drafts.read(draftId))?.text ?? '' }
    }),
  )
}
