import type { Outputs } from '../../api/client.ts'
import { familyLabel } from '../authoring/labels.ts'

export type Control = Outputs['controls']['list']['controls'][number]

/** Returns the controls that match a query by name, family or CCI, ignoring case and spaces. */
export function findControls(controls: readonly Control[], query: string): Control[] {
  const words = plain(query)
  if (words === '') return [...controls]
  const [, cci] = /^(?:cci-?)?0*(\d{1,6})$/.exec(words) ?? []
  const exact = controls.filter(({ control, family }) => plain(control) === words || plain(family) === words)
  if (exact.length > 0) return exact
  return controls.filter(
    ({ control, family, ccis }) =>
      plain(control).includes(words) ||
      plain(familyLabel(family)).includes(words) ||
      (cci !== undefined && ccis.includes(`CCI-${cci.padStart(6, '0')}`)),
  )
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, '')
}
