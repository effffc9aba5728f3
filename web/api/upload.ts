import { canSignInAgain, signInAgain } from './session.ts'

/** An error response of the REST API, in the form that `toProblem` reads. */
export class UploadError extends Error {
  readonly data: Record<string, unknown> | null

  constructor(message: string, data: Record<string, unknown> | null) {
    super(message)
    this.name = data === null ? 'TRPCClientError' : 'UploadError'
    this.data = data
  }
}

/** Options and further fields of an upload. */
export interface UploadForm {
  method?: 'POST' | 'PATCH'
  /** The form field of the file. */
  field?: string
  values?: Record<string, string>
  /** Asks the service to run the import as a job and to return the job at once. */
  asJob?: boolean
}

/**
 * Uploads files as a form, in the field `file` by default, and returns the response. `onProgress` gets the percentage
 * that is sent. Errors have the form that `toProblem` reads.
 */
export function uploadFile(
  address: string,
  files: readonly File[],
  onProgress: (percent: number) => void,
  form: UploadForm = {},
): Promise<Record<string, unknown>> {
  return sendWithSession(() => sendFiles(address, files, onProgress, form))
}

function sendFiles(
  address: string,
  files: readonly File[],
  onProgress: (percent: number) => void,
  { method = 'POST', field = 'file', values = {}, asJob = false }: UploadForm,
): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
  const request = new XMLHttpRequest()
  request.open(method, address)
  request.setRequestHeader('accept', 'application/json')
  if (asJob) request.setRequestHeader('prefer', 'respond-async')
  request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
    if (lengthComputable) onProgress(Math.floor((loaded * 100) / total))
  }
  request.onload = () => {
    const body = parseBody(request.responseText)
    if (request.status >= 200 && request.status < 300) resolve(body)
    else reject(toErrorData(request.status, body, request.getResponseHeader('x-request-id')))
  }
  request.onerror = () => reject(new UploadError('unreachable', null))
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  for (const file of files) form.append(field, file)
  request.send(form)
  return promise
}

/** Sends a REST request; if the session has ended, waits for the sign-in dialog and sends it again. */
export async function sendWithSession<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!canSignInAgain(error) || !(await signInAgain())) throw error
    return send()
  }
}

/** Reasons for errors of a proxy, which have no reason. */
const PROXY_REASONS: Record<number, string> = { 413: 'payload_too_large', 429: 'rate_limited' }

/**
 * Converts a REST error, toast or problem document, to the data of a failed call. A proxy that does not reach the service
 * answers 5xx without a reason.
 */
export function toErrorData(
  status: number,
  body: Record<string, unknown>,
  requestId: string | null,
): UploadError {
  const { errors, detail, toast, admins, rows } = body
  const reason = typeof body['reason'] === 'string' ? body['reason'] : (PROXY_REASONS[status] ?? null)
  if (reason === null && status >= 500) return new UploadError('unreachable', null)
  const message = typeof detail === 'string' ? detail : toMessage(toast)
  return new UploadError(message, {
    httpStatus: status,
    reason,
    errors,
    details: { admins, rows },
    requestId,
  })
}

function toMessage(toast: unknown): string {
  if (typeof toast !== 'object' || toast === null || !('message' in toast)) return ''
  return Array.isArray(toast.message) ? toast.message.map(String).join(' ') : ''
}

function parseBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
