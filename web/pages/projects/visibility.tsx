import type { Visibility } from '../../../src/vocabulary.ts'
import { Radio, Radios } from '../../kit/choice.tsx'

/** Who may know that a project exists. */
export function VisibilityChoice({ value = 'hidden' }: { value?: Visibility }) {
  return (
    <Radios label="Visibility" name="visibility" defaultValue={value}>
      <Radio value="hidden">Members only</Radio>
      <Radio value="discoverable">Anyone signed in can find it and request access</Radio>
    </Radios>
  )
}
