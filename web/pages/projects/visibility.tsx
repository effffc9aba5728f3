import type { Visibility } from '../../../src/vocabulary.ts'
import { Radio, Radios } from '../../kit/choice.tsx'

/** Who may know that a project exists. */
export function VisibilityChoice({ value = 'hidden' }: { value?: Visibility }) {
  return (
    <Radios label="Who may know of it" name="visibility" defaultValue={value}>
      <Radio value="hidden">Members only</Radio>
      <Radio value="discoverable">Everybody, who may ask to join</Radio>
    </Radios>
  )
}
