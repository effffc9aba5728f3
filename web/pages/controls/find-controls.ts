import type { Outputs } from '../../api/client.ts'
import { formatFamily } from '../authoring/labels.ts'

export type Control = Outputs['controls']['list']['controls'][number]

/** Returns the CCI that a query names, such as `cci 54`; null for any other text. */
export function findCci(query: string): string | null {
  const [, digits] = /^(?:cci-?)?0*(\d{1,6})$/.exec(normalize(query)) ?? []
  return digits === undefined ? null : `CCI-${digits.padStart(6, '0')}`
}

/** Returns the controls that match a query by name, title, family or CCI, ignoring case and spaces. */
export function findControls(controls: readonly Control[], query: string): Control[] {
  const label = normalize(query)
  if (label === '') return [...controls]
  const cci = findCci(query)
  const exact = controls.filter(
    ({ control, family }) => normalize(control) === label || normalize(family) === label,
  )
  if (exact.length > 0) return exact
  return controls.filter(
    ({ control, title, family, ccis }) =>
      normalize(control).includes(label) ||
      normalize(title ?? '').includes(label) ||
      normalize(formatFamily(family)).includes(label) ||
      (cci !== null && ccis.includes(cci)),
  )
}

function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, '')
}
