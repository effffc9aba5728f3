import { z } from 'zod'

const TYPES: Record<string, string> = {
  string: 'must be text',
  int: 'must be an integer',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
}

const FORMATS: Record<string, string> = {
  email: 'must be an email address',
  date: 'must be a date of the form YYYY-MM-DD',
  url: 'must be an address (URL)',
  base64: 'must be base64 text',
}

const UNITS: Record<string, string> = { string: 'character', array: 'entry', set: 'entry', map: 'entry' }

/**
 * Returns what is wrong with a value, to be appended to the name of its field. Schemas override it only for their own
 * rules.
 */
export function formatValueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return TYPES[isInteger(issue.inst) ? 'int' : issue.expected] ?? 'is of another type'
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of: ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return formatBound('most', issue.maximum, issue.origin, issue.inclusive === false)
    case 'too_small':
      return formatBound('least', issue.minimum, issue.origin, issue.inclusive === false)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong form'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `has unknown members: ${issue.keys.join(', ')}`
    default:
      return 'has an unusable value'
  }
}

/** True for integer schemas, which zod represents as numbers with a format. */
function isInteger(schema: unknown): boolean {
  return schema instanceof z.core.$ZodNumberFormat && schema._zod.def.format !== 'float64'
}

function formatBound(
  side: 'most' | 'least',
  limit: number | bigint,
  origin: string,
  exclusive: boolean,
): string {
  const unit = UNITS[origin]
  if (unit) return `must have at ${side} ${limit} ${Number(limit) === 1 ? unit : formatPlural(unit)}`
  if (exclusive) return `must be ${side === 'most' ? 'less' : 'more'} than ${limit}`
  return `must be at ${side} ${limit}`
}

function formatPlural(unit: string): string {
  return unit === 'entry' ? 'entries' : `${unit}s`
}

z.config({ customError: formatValueMessage })
