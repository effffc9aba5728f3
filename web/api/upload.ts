/** A refusal over REST, in the form that `problemOf` reads. */
export class UploadError extends Error {
  readonly data: Record<string, unknown> | null

  constructor(message: string, data: Record<string, unknown> | null) {
    super(message)
    this.name = data === null ? 'TRPCClientError' : 'UploadError'
    this.data = data
  }
}

/** What else a form with a file says. */
export interface UploadForm {
  method?: 'POST' | 'PATCH'
  /** The field that holds the file. */
  field?: string
  values?: Record<string, string>
  /** Asks the service to run it as a job and to answer the job at once. */
  asJob?: boolean
}

/**
 * Sends files as a form, in the field `file` unless another is named, and answers what the service says; `onProgress`
 * is told the share that has left, from 0 to 100. Fails as any other call does, so that `problemOf` has its words.
 */
export function uploadFile(
  address: string,
  files: readonly File[],
  onProgress: (percent: number) => void,
  { method = 'POST', field = 'file', values = {}, asJob = false }: UploadForm = {},
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
    const body = parsed(request.responseText)
    if (request.status >= 200 && request.status < 300) resolve(body)
    else reject(refusal(request.status, body, request.getResponseHeader('x-request-id')))
  }
  request.onerror = () => reject(new UploadError('unreachable', null))
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  for (const file of files) form.append(field, file)
  request.send(form)
  return promise
}

/** A REST refusal, toast or problem document, as the data of a failed call. */
export function refusal(
  status: number,
  body: Record<string, unknown>,
  requestId: string | null,
): UploadError {
  const { reason, errors, detail, toast, admins, rows } = body
  const message = typeof detail === 'string' ? detail : messageOf(toast)
  return new UploadError(message, {
    httpStatus: status,
    reason: typeof reason === 'string' ? reason : null,
    errors,
    details: { admins, rows },
    requestId,
  })
}

function messageOf(toast: unknown): string {
  if (typeof toast !== 'object' || toast === null || !('message' in toast)) return ''
  return Array.isArray(toast.message) ? toast.message.map(String).join(' ') : ''
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
