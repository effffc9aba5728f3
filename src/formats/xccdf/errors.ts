import { DomainError, validationError } from '../../errors.ts'

/** Creates a 422 for a file, with the line if known. */
export function createRefusal(reason: string, message: string, line?: number): DomainError {
  return validationError(`xccdf.${reason}`, 'file', line === undefined ? message : `Line ${line}: ${message}`)
}

const NAMED_RULES = 3
const NAMED_FAULTS = 20

/** Collects faults of the rules in a file, so that one error lists all of them. */
export class RuleFaults {
  private readonly faults = new Map<string, { elements: string[]; more: number }>()

  /** Records a fault of a rule; `rule` is its id, or its line without an id. */
  add(fault: string, rule: string): void {
    const entry = this.faults.get(fault) ?? { elements: [], more: 0 }
    this.faults.set(fault, entry)
    if (entry.elements.length < NAMED_RULES) entry.elements.push(rule)
    else entry.more += 1
  }

  /** Throws 422 with one message per fault: up to three rules by name, then how many more (rule C-4). */
  check(): void {
    if (this.faults.size === 0) return
    const messages = [...this.faults].slice(0, NAMED_FAULTS).map(([fault, { elements, more }]) => {
      const others = more > 0 ? ` and ${more} more` : ''
      return `${fault}: ${elements.join(', ')}${others}.`
    })
    const unlisted = this.faults.size - messages.length
    if (unlisted > 0) messages.push(`There are ${unlisted} more errors.`)
    const message = `The file was not imported. ${messages.join(' ')}`
    throw new DomainError('invalid', 'xccdf.rule_invalid', message, { errors: { file: messages } })
  }
}

/** Whether a text has more than `maximum` characters (code points, as in PostgreSQL). */
export function isTooLong(text: string | null, maximum: number): boolean {
  if (text === null || text.length <= maximum) return false
  return text.length > 2 * maximum || Array.from(text).length > maximum
}
