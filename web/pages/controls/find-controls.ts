import type { Outputs } from '../../api/client.ts'
import { formatFamily } from '../authoring/labels.ts'

export type Control = Outputs['controls']['list']['controls'][number]

/** Returns the controls that match a query by name, family or CCI, ignoring case and spaces. */
export function findControls(controls: readonly Control[], query: string): Control[] {
  const label = normalize(query)
  if (label === '') return [...controls]
  const [, cci] = /^(?:cci-?)?0*(\d{1,6})$/.exec(label) ?? []
  const exact = controls.filter(
    ({ control, family }) => normalize(control) === label || normalize(family) === label,
  )
  if (exact.length > 0) return exact
  return controls.filter(
    ({ control, family, ccis }) =>
      normalize(control).includes(label) ||
      normalize(formatFamily(family)).includes(label) ||
      (cci !== undefined && ccis.includes(`CCI-${cci.padStart(6, '0')}`)),
  )
}

function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, '')
}
