import { CONTROLS } from './cci-controls.ts'

const controlOfCci = new Map<string, string>()
for (const line of CONTROLS.trim().split('\n')) {
  const [control = '', numbers = ''] = line.split(' = ')
  for (const number of numbers.split(', ')) controlOfCci.set(`CCI-${number.padStart(6, '0')}`, control)
}

/** Every mapped CCI with its control, for checks and statistics. */
export const CCI_CONTROLS: ReadonlyMap<string, string> = controlOfCci

function items(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/**
 * The NIST SP 800-53 controls of a CCI list: in the order of the list, each once, joined with comma and space.
 * A CCI outside the map adds nothing; no CCI gives an empty text (components, appendix A).
 */
export function nistControls(ident: string | null): string {
  const controls = new Set<string>()
  for (const cci of items(ident)) {
    const control = controlOfCci.get(cci)
    if (control !== undefined) controls.add(control)
  }
  return [...controls].join(', ')
}

/** A CCI list as it is stored: trimmed, each once, sorted, joined with comma and space; null when empty (rule C-46). */
export function normalizeIdent(text: string | null): string | null {
  const unique = [...new Set(items(text))].sort()
  return unique.length === 0 ? null : unique.join(', ')
}
