import type { Visibility } from '../../../src/vocabulary.ts'
import { Radio, Radios } from '../../kit/choice.tsx'
import { t } from '../../languages/t.ts'

/** Chooses who can see that a project exists. */
export function VisibilityChoice({ value = 'hidden' }: { value?: Visibility }) {
  return (
    <Radios label={t('Visibility')} name="visibility" defaultValue={value}>
      <Radio value="hidden">{t('Members only')}</Radio>
      <Radio value="discoverable">{t('Anyone signed in can find it and request access')}</Radio>
    </Radios>
  )
}
