import type { DestinationStream } from 'pino'
import { z } from 'zod'

const Entry = z.looseObject({ time: z.string(), level: z.string(), msg: z.string().optional() })
const Failure = z.looseObject({ stack: z.string() })

/** Creates a destination that formats each JSON entry as a text line: time, level, message, then `name=value`. */
export function createTextLines(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(`${formatTextLine(line)}\n`) }
}

function formatTextLine(line: string): string {
  const { time, level, msg, ...fields } = Entry.parse(JSON.parse(line))
  const parts = [time, level.toUpperCase().padEnd(5)]
  if (msg !== undefined) parts.push(toOneLine(msg))
  let trace = ''
  for (const [name, value] of Object.entries(fields)) {
    const failure = name === 'err' ? Failure.safeParse(value) : null
    if (failure?.success) trace = `\n  ${failure.data.stack.replaceAll('\n', '\n  ')}`
    else parts.push(`${name}=${formatValue(value)}`)
  }
  return parts.join(' ') + trace
}

function formatValue(value: unknown): string {
  const plain = typeof value === 'string' && /^[\w.:/@+-]+$/.test(value)
  return plain ? value : JSON.stringify(value)
}

/** Joins the lines of a message, so that user input can't forge a second entry. */
function toOneLine(message: string): string {
  return message.replace(/[\r\n]+/g, ' | ')
}
