import { Checkbox, Checkboxes } from '../../kit/choice.tsx'
import { t } from '../../languages/t.ts'
import type { Parts } from './archive-contents.tsx'

/** Chooses which parts of an archive to import besides the requirements. */
export function PartsChoice({ parts, onChange }: { parts: Parts; onChange: (parts: Parts) => void }) {
  const chosen = (['reviews', 'memberships'] as const).filter((part) => parts[part])
  return (
    <Checkboxes
      label={t('Include')}
      value={chosen}
      onChange={(next) =>
        onChange({ reviews: next.includes('reviews'), memberships: next.includes('memberships') })
      }
    >
      <Checkbox value="reviews">
        {t('Comments, decisions and review steps, by name and marked as imported')}
      </Checkbox>
      <Checkbox value="memberships">{t('Members, as invitations that a project admin confirms')}</Checkbox>
    </Checkboxes>
  )
}
