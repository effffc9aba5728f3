/** The name of a control of NIST SP 800-53, and the items of its statement that it names. */
export interface ControlName {
  /** The control or enhancement, such as AC-2 (1). */
  base: string
  /** Such as `a` and `1` for AC-1 a 1. */
  items: readonly string[]
}

const LONGEST_NAME = 64
const SEPARATORS = /[\s.,()[\]]+/

/** Parses a control in any notation, such as `AC-2 (1) a`, `ac-2(1)(a)` or `AC-02(01)`; null for any other text. */
export function parseControlName(text: string): ControlName | null {
  const name = text.trim().slice(0, LONGEST_NAME)
  const [start = '', family = '', number = ''] = /^([a-z]{2})-(\d{1,3})/i.exec(name) ?? []
  const rest = name.slice(start.length)
  if (Number(number) === 0 || /^[a-z\d]/i.test(rest)) return null
  const [bracket = '', enhancement] = /^\((\d{1,3})\)/.exec(rest.trimStart()) ?? []
  const items = rest.trimStart().slice(bracket.length).toLowerCase().split(SEPARATORS).filter(Boolean)
  if (!items.every((item) => /^(?:[a-z]|\d{1,2})$/.test(item))) return null
  const base = `${family.toUpperCase()}-${Number(number)}`
  return { base: enhancement === undefined ? base : `${base} (${Number(enhancement)})`, items }
}

/** Whether a control is another one or an item of it: AC-7 covers AC-7 a, but AC-2 not AC-2 (1). */
export function coversControl(control: ControlName, other: ControlName): boolean {
  return control.base === other.base && control.items.every((item, index) => other.items[index] === item)
}

/** Converts an OSCAL id such as `ac-2.1` or `ac-2_smt.k` to its control, such as AC-2 (1); null for any other id. */
export function parseOscalId(id: string): string | null {
  const [, family, number, enhancement] = /^([a-z]{2})-([1-9]\d{0,2})(?:\.([1-9]\d{0,2}))?$/i.exec(id) ?? []
  if (family === undefined || number === undefined) return null
  const base = `${family.toUpperCase()}-${number}`
  return enhancement === undefined ? base : `${base} (${enhancement})`
}
