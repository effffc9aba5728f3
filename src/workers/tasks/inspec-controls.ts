import {
  type BodyForm,
  writeInspecControlParts,
  type InspecSource,
} from '../../formats/inspec/inspec-control.ts'
import { DATA_LINE } from '../../formats/inspec/ruby-lines.ts'

/** The Ruby source of a control, and whether its code was written as comments. */
export interface WrittenControl {
  text: string
  /** `__END__` and what follows it, which must be the end of the file. */
  data: string
  isCommented: boolean
}

/**
 * Writes InSpec controls that Ruby can load: code that is invalid, or that would end its control, becomes comments
 * (rule C-51).
 */
export async function writeInspecControls(sources: readonly InspecSource[]): Promise<WrittenControl[]> {
  // The parser of Ruby is large, and other work of the thread needs none.
  const { loadControlCheck } = await import('../../formats/texts/ruby-check.ts')
  const check = await loadControlCheck()
  const controls: WrittenControl[] = []
  for (const source of sources) controls.push(await writeControl(source, check))
  return controls
}

const FORMS: readonly BodyForm[] = ['code_with_data', 'code']

async function writeControl(
  source: InspecSource,
  isControl: (text: string) => Promise<boolean>,
): Promise<WrittenControl> {
  for (const form of FORMS) {
    const { text, data } = writeInspecControlParts(source, form)
    if (await isControl(`${text}${data}`)) return { text, data, isCommented: false }
  }
  return { ...writeInspecControlParts(source, 'comments'), isCommented: true }
}

/** Returns the ids of bodies that Ruby can't load as the body of a control; text after `__END__` is data. */
export async function findInvalidRuby(
  bodies: readonly { id: number; body: string | null }[],
): Promise<number[]> {
  // The parser of Ruby is large, and other work of the thread needs none.
  const { loadControlCheck } = await import('../../formats/texts/ruby-check.ts')
  const isControl = await loadControlCheck()
  const isBody = (code: string) => isControl(`control 'x' do\n${code}\nend\n`)
  const invalid: number[] = []
  for (const { id, body } of bodies) {
    const lines = (body ?? '').split('\n')
    const end = lines.indexOf(DATA_LINE)
    const isValid =
      (await isBody(lines.join('\n'))) || (end !== -1 && (await isBody(lines.slice(0, end).join('\n'))))
    if (!isValid) invalid.push(id)
  }
  return invalid
}
