import { isRecord } from '../../lib/json-values.ts'
import { createInvalidEntryError } from './errors.ts'
import { readText, readTexts } from './oscal-values.ts'

/** Maximum characters of a text with its parameters: parameters can insert others. */
const MAX_RESOLVED = 50_000
const UNNAMED = '[Assignment: organization-defined value]'

/** A parameter that the organization defines. */
interface Parameter {
  label: string | null
  choices: string[]
  isSeveral: boolean
}

/** The parameters of a catalog by id; replaces `{{ insert: param, id }}` in texts. */
export class OscalParameters {
  readonly #parameters = new Map<string, Parameter>()
  readonly #resolved = new Map<string, string>()

  /** Adds a parameter of a control. Throws 422 if it has no id, or members of other types. */
  add(parameter: Record<string, unknown>, control: string): void {
    const id = readText(parameter, 'id', `A parameter of ${control}`)
    if (id === null) throw createInvalidEntryError(`A parameter of ${control} has no id.`)
    const name = `The parameter ${id}`
    const select = isRecord(parameter['select']) ? parameter['select'] : {}
    this.#parameters.set(id, {
      label: readText(parameter, 'label', name),
      choices: readTexts(select, 'choice', name),
      isSeveral: select['how-many'] === 'one-or-more',
    })
  }

  /** Replaces insertions as NIST prints them; throws 422 if the text becomes too long. */
  resolve(text: string, name: string): string {
    return this.#insert(text, name, new Set())
  }

  #insert(text: string, name: string, open: ReadonlySet<string>): string {
    let result = ''
    let from = 0
    for (let start = text.indexOf('{{'); start !== -1; start = text.indexOf('{{', from)) {
      const end = text.indexOf('}}', start)
      if (end === -1) break
      const id = toParameterId(text.slice(start + 2, end))
      result += text.slice(from, start) + this.#format(id, name, open)
      if (result.length > MAX_RESOLVED) throw createTooLongError(name)
      from = end + 2
    }
    result += text.slice(from)
    if (result.length > MAX_RESOLVED) throw createTooLongError(name)
    return result
  }

  #format(id: string, name: string, open: ReadonlySet<string>): string {
    const earlier = this.#resolved.get(id)
    if (earlier !== undefined) return earlier
    const parameter = this.#parameters.get(id)
    // A parameter that inserts itself has no end.
    if (!parameter || open.has(id)) return UNNAMED
    const text = this.#formatParameter(parameter, name, new Set([...open, id]))
    this.#resolved.set(id, text)
    return text
  }

  #formatParameter(
    { label, choices, isSeveral }: Parameter,
    name: string,
    open: ReadonlySet<string>,
  ): string {
    if (choices.length > 0) {
      const resolved = choices.map((choice) => this.#insert(choice, name, open)).join('; ')
      return `[Selection${isSeveral ? ' (one or more)' : ''}: ${resolved}]`
    }
    if (label === null) return UNNAMED
    const isComplete = /^organization-defined/i.test(label)
    const assigned = this.#insert(label, name, open)
    return `[Assignment: ${isComplete ? '' : 'organization-defined '}${assigned}]`
  }
}

/** Reads the id of `insert: param, id`; earlier catalogs have only the id. */
function toParameterId(insertion: string): string {
  const [kind = '', id] = insertion.split(',')
  return (id ?? kind).trim()
}

function createTooLongError(name: string) {
  return createInvalidEntryError(`${name} has more than ${MAX_RESOLVED} characters with its parameters.`)
}
