import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openDrafts } from '../../../api/drafts.ts'
import { createCurrentUserQuery } from '../../../api/me.ts'
import { BannerStrip } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { t } from '../../../languages/t.ts'
import { toRuleDraftPrefix } from '../../comments/draft-id.ts'
import { FIELDS } from '../fields.ts'
import { WHOLE_REQUIREMENT } from './use-editor-panel.ts'

/** The comment drafts of this requirement, each with a button that opens it. */
export function CommentDrafts({
  ruleId,
  tab,
  onContinue,
}: {
  ruleId: number
  /** The tab of the context panel: in the comments tab, a draft is in its composer. */
  tab: string
  /** Opens the composer for a field, or for the requirement itself. */
  onContinue: (field: string) => void
}) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const [drafts, setDrafts] = useState<{ ruleId: number; sections: readonly string[] }>()
  useEffect(() => {
    let isCancelled = false
    const start = toRuleDraftPrefix(ruleId)
    void openDrafts(person.id)
      .listIds(start)
      .then((draftIds) => {
        if (!isCancelled) {
          setDrafts({ ruleId, sections: draftIds.map((draftId) => draftId.slice(start.length)) })
        }
      })
    return () => void (isCancelled = true)
  }, [person.id, ruleId, tab])
  const fields = (drafts?.sections ?? []).map((key) => FIELDS.find(({ section }) => section === key))
  if (tab === 'comments' || drafts?.ruleId !== ruleId || fields.length === 0) return null
  return (
    <BannerStrip
      variant="info"
      action={fields.map((field) => (
        <Button
          key={field?.id ?? WHOLE_REQUIREMENT}
          onPress={() => onContinue(field?.id ?? WHOLE_REQUIREMENT)}
        >
          {t('Comment on {subject}', { subject: field?.label ?? t('the requirement itself') })}
        </Button>
      ))}
    >
      {t('You have a comment here that you have not posted.')}
    </BannerStrip>
  )
}
