import { Warnings } from '../../../src/formats/archive/warnings.ts'

/** Warnings of a sheet, as many as an answer has room for. */
export function roomOfWarnings(): { say: (said: string) => void; list: () => string[] } {
  const warnings = new Warnings()
  return { say: (said) => warnings.say(said), list: () => warnings.list() }
}
