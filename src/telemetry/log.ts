import pino, { type DestinationStream, type Logger } from 'pino'
import { removeSecrets } from './log/redact.ts'
import { createTextLines } from './log/text-lines.ts'

export type { Logger } from 'pino'

/** Log settings: `LOG_LEVEL`, `LOG_FORMAT` (rule A-74) and the destination, standard output by default. */
export interface LogSettings {
  level: string
  format: 'json' | 'text'
  destination?: DestinationStream
}

/** Creates the service's logger: one line per entry, with secret fields redacted at any depth. */
export function createLogger({ level, format, destination = process.stdout }: LogSettings): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: removeSecrets,
    },
  }
  const logger = pino(options, format === 'text' ? createTextLines(destination) : destination)
  // pino does not format the bindings of child loggers, so redact them here. `call` below binds it again.
  // oxlint-disable-next-line typescript/unbound-method
  const plainChild = logger.child<string>
  return Object.assign(logger, {
    child(this: Logger, bindings: pino.Bindings, settings?: pino.ChildLoggerOptions<string>) {
      return plainChild.call(this, removeSecrets(bindings), settings)
    },
  })
}

/** Creates the logger of one request, with `request_id` on every line. */
export function createRequestLogger(logger: Logger, requestId: string): Logger {
  return logger.child({ request_id: requestId })
}
