import { CONTROLS } from './cci-controls.ts'

const controlOfCci = new Map<string, string>()
for (const line of CONTROLS.trim().split('\n')) {
  const [control = '', numbers = ''] = line.split(' = ')
  for (const number of numbers.split(', ')) controlOfCci.set(`CCI-${number.padStart(6, '0')}`, control)
}

/** Every mapped CCI with its control, for checks and statistics. */
export const CCI_CONTROLS: ReadonlyMap<string, string> = controlOfCci

/** A CCI as people write it: in any letter case, with any dash or none, without leading zeros. */
const WRITTEN = /\bcci[\s_\u2010-\u2015\u2212-]*(\d{1,6})\b/gi

/** The identifiers of a list: CCIs as `CCI-000366`, whatever separates them, and anything else as it is. */
export function identsIn(text: string | null): string[] {
  const plain = (text ?? '').replaceAll(WRITTEN, (_, number: string) => ` CCI-${number.padStart(6, '0')} `)
  return plain.split(/[\s,;]+/).filter((item) => item !== '')
}

export function isCci(ident: string): boolean {
  return /^CCI-\d{6}$/.test(ident)
}

/**
 * The NIST SP 800-53 controls of a CCI list: in the order of the list, each once, joined with comma and space.
 * A CCI outside the map adds nothing; no CCI gives an empty text (components, appendix A).
 */
export function nistControls(ident: string | null): string {
  const controls = new Set<string>()
  for (const cci of identsIn(ident)) {
    const control = controlOfCci.get(cci)
    if (control !== undefined) controls.add(control)
  }
  return [...controls].join(', ')
}

/** A CCI list as it is stored: each once, sorted, joined with comma and space; null when empty (rule C-46). */
export function normalizeIdent(text: string | null): string | null {
  const unique = [...new Set(identsIn(text))].sort()
  return unique.length === 0 ? null : unique.join(', ')
}
