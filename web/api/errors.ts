import { language, t } from '../languages/t.ts'

/** An error as shown to the user. */
export interface Problem {
  /** The stable reason; null without an answer, or with an answer of another server. */
  reason: string | null
  /** HTTP status; 0 without an answer. */
  status: number
  /** What happened, in one sentence. */
  sentence: string
  /** What to do about it, if there is anything. */
  next: string | null
  /** Field name -> messages, for the fields of a form. */
  fields: Record<string, string[]>
  /** Who can grant access, for a denied project. */
  admins: { name: string; email: string }[]
  /** Further members of the answer, such as the current record of a stale write. */
  details: Record<string, unknown>
  /** The request id to quote in a support request. */
  requestId: string | null
}

const UNREACHABLE = t('The service isn’t responding. What you typed is not lost.')
const UNKNOWN = t('Something went wrong.')

let reasons: typeof import('./reason-texts.ts') | undefined
/** The German errors of the service; undefined in English. */
let german: typeof import('../languages/de-errors.ts') | undefined

/** Loads the texts of the reasons, which are not in the first load. If it fails, the service's messages are shown. */
export async function loadReasons(): Promise<void> {
  reasons ??= await import('./reason-texts.ts').catch(() => undefined)
  if (language === 'de') german ??= await import('../languages/de-errors.ts').catch(() => undefined)
}

/** Converts anything that a call throws to a `Problem`. */
export function toProblem(error: unknown): Problem {
  const data = toErrorData(error)
  const reason = typeof data['reason'] === 'string' ? data['reason'] : null
  const status = typeof data['httpStatus'] === 'number' ? data['httpStatus'] : 0
  const details = toRecord(data['details'])
  const errors = toFieldTexts(data['errors'])
  return {
    reason,
    status,
    sentence:
      reason === null
        ? isUnreachable(error)
          ? UNREACHABLE
          : UNKNOWN
        : toErrorMessage(reason, toMessage(error), errors),
    next: findNextStep(reason, status),
    fields: toFieldErrors(reason, errors),
    admins: toAdmins(details['admins']),
    details,
    requestId: typeof data['requestId'] === 'string' ? data['requestId'] : null,
  }
}

/** Returns what happened and what to do, as one text. */
export function formatProblem({ sentence, next }: Problem): string {
  return next === null ? sentence : `${sentence} ${next}`
}

/**
 * Returns the sentence for a reason: the web's own text, else the service's message for this case, else the general
 * one. The service's message for unexpected failures is always the same, so the web's text replaces it.
 */
export function toErrorMessage(
  reason: string,
  message: string | null = null,
  errors: Problem['fields'] = {},
): string {
  return (
    reasons?.ERROR_MESSAGES[reason] ??
    german?.translateError(reason, message, errors, reasons?.findFieldLabel) ??
    (message ? toSentence(reasons?.replaceFieldNames(message, errors) ?? message) : null) ??
    reasons?.findMeaning(reason)?.meaning ??
    UNKNOWN
  )
}

/** Translates a detail that the service wrote for people. */
export function translateDetail(detail: string, reason?: string | null): string {
  return german?.translateDetail(detail, reason) ?? detail
}

/** Translates a warning of an import, which may begin with a file and a row. */
export function translateWarning(warning: string): string {
  return german?.translateWarning(warning) ?? warning
}

/** Returns what the user can do, by reason, or else by status. */
export function findNextStep(reason: string | null, status: number): string | null {
  const steps: Record<string, string> = reasons?.NEXT_STEPS ?? {}
  return steps[reason ?? ''] ?? steps[String(status)] ?? null
}

/** Returns the reason of a failed call. */
export function toReason(error: unknown): string | null {
  return toProblem(error).reason
}

/** Whether a call failed without an answer, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'TRPCClientError') return false
  return !('data' in error) || error.data == null
}

function toMessage(error: unknown): string | null {
  return error instanceof Error ? error.message : null
}

function toErrorData(error: unknown): Record<string, unknown> {
  return error instanceof Error && 'data' in error ? toRecord(error.data) : {}
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const toFieldTexts = (value: unknown) => mapFields(toRecord(value), toTexts)

const toFieldErrors = (reason: string | null, errors: Problem['fields']) =>
  mapFields(errors, (messages) => messages.map((text) => toSentence(translateDetail(text, reason))))

function mapFields<T>(fields: Record<string, T>, convert: (value: T) => string[]): Problem['fields'] {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, convert(value)]))
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** A message may begin with the field's label, which is shown above already. */
function toSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function toAdmins(value: unknown): Problem['admins'] {
  if (!Array.isArray(value)) return []
  return value
    .map(toRecord)
    .flatMap(({ name, email }) =>
      typeof name === 'string' && typeof email === 'string' ? [{ name, email }] : [],
    )
}
