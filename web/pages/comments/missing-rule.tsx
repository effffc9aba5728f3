import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { SECTION_KEYS } from '../../../src/vocabulary.ts'
import { openDrafts } from '../../api/drafts.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Stack } from '../../kit/stack.tsx'
import { t } from '../../languages/t.ts'
import { formatSection } from '../authoring/section-labels.ts'
import { CopyableTexts } from './copyable-texts.tsx'
import { toRuleDraftPrefix } from './draft-id.ts'

/** Says that the component lacks the requirement of the address, and shows the comments that the user typed on it. */
export default function MissingRule({ ruleId }: { ruleId: number }) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const { data: texts = [] } = useQuery({
    queryKey: ['unsent-comments', person.id, ruleId],
    queryFn: () => readUnsentComments(person.id, ruleId),
    networkMode: 'always',
    gcTime: 0,
  })
  return (
    <Stack>
      <BannerStrip variant="warning">
        {t('This requirement isn’t in this component. It may have been deleted or moved.')}
      </BannerStrip>
      <CopyableTexts texts={texts} />
    </Stack>
  )
}

/** Reads the drafts of the user's comments on a requirement, each with a label. */
async function readUnsentComments(
  personId: number,
  ruleId: number,
): Promise<{ label: string; text: string }[]> {
  const drafts = openDrafts(personId)
  const prefix = toRuleDraftPrefix(ruleId)
  return Promise.all(
    (await drafts.listIds(prefix)).map(async (draftId) => {
      const section = SECTION_KEYS.find((key) => draftId === `${prefix}${key}`) ?? null
      const label = t('Comment on {label}', { label: formatSection(section) })
      return { label, text: (await drafts.read(draftId))?.text ?? '' }
    }),
  )
}
