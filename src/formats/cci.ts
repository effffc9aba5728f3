import { CONTROLS } from './cci-controls.ts'

const controlOfCci = new Map<string, string>()
for (const line of CONTROLS.trim().split('\n')) {
  const [control = '', numbers = ''] = line.split(' = ')
  for (const number of numbers.split(', ')) controlOfCci.set(`CCI-${number.padStart(6, '0')}`, control)
}

/** Every mapped CCI with its control, for checks and statistics. */
export const CCI_CONTROLS: ReadonlyMap<string, string> = controlOfCci

/** A CCI in any letter case, with any or no dash, with or without leading zeros. */
const WRITTEN = /\bcci[\s_\u2010-\u2015\u2212-]*(\d{1,6})\b/gi

/** Splits a list of identifiers: CCIs as `CCI-000366` with any separator, others unchanged. */
export function findIdents(text: string | null): string[] {
  const plain = (text ?? '').replaceAll(WRITTEN, (_, number: string) => ` CCI-${number.padStart(6, '0')} `)
  return plain.split(/[\s,;]+/).filter((item) => item !== '')
}

/** Whether a text is a CCI in its stored form, such as `CCI-000366`. */
export function isCci(ident: string): boolean {
  return /^CCI-\d{6}$/.test(ident)
}

/**
 * Formats the NIST SP 800-53 controls of a CCI list in order, without duplicates, joined with ", ". Unmapped CCIs are
 * skipped; empty without CCIs (components, appendix A).
 */
export function formatNistControls(ident: string | null): string {
  const controls = new Set<string>()
  for (const cci of findIdents(ident)) {
    const control = controlOfCci.get(cci)
    if (control !== undefined) controls.add(control)
  }
  return [...controls].join(', ')
}

/** Normalizes a CCI list for storage: unique, sorted, joined with ", "; null if empty (rule C-46). */
export function normalizeIdent(text: string | null): string | null {
  const unique = [...new Set(findIdents(text))].sort()
  return unique.length === 0 ? null : unique.join(', ')
}
