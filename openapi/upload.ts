import type { Context } from 'hono'
import type { Upload } from '../src/procedures/schemas/shapes.ts'
import type { RequestPart } from '../src/request-context.ts'
import { JSON_LIMIT, type UploadRule } from './body.ts'
import { setField } from './form.ts'
import { receiveForm, type ReceivedForm } from './multipart.ts'

/**
 * Runs a handler with the form as an object. The form is stored on disk; large forms are handled one at a time. A file
 * over its limit becomes `{ content: null }`, which the operation rejects. Throws 429 if the user's other uploads take
 * too long, and 503 if there is no space.
 */
export async function withUpload<T>(
  c: Context,
  ctx: RequestPart<'concurrency' | 'uploads' | 'env', 'slot'>,
  upload: UploadRule,
  answer: (body: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  const { concurrency, uploads, env } = ctx.services
  const slotKey = ctx.slot?.getKey() ?? ''
  const releaseSlot = await concurrency.uploads.acquire(slotKey)
  const reservation = concurrency.disk.open(slotKey)
  let form: ReceivedForm | null = null
  try {
    // The other fields have the limit of a JSON body.
    const limit = upload.limitBytes + JSON_LIMIT
    const bounds = { limit, withinMs: env.bodies.uploadTimeoutMs, minRate: env.bodies.minRate }
    form = await receiveForm(c, bounds, reservation.reserve)
    if (!form) return await answer(createTooLargeFileError(upload))
    const releaseMemory = await uploads.take(estimateMemory(form, upload))
    try {
      return await answer(toBody(form, upload))
    } finally {
      releaseMemory()
    }
  } finally {
    await form?.close()
    reservation.release()
    releaseSlot()
  }
}

/**
 * Archives and documents that are read into memory are processed one at a time, because their contents use as much
 * space again.
 */
function estimateMemory({ files }: ReceivedForm, { limitBytes }: UploadRule): number {
  if (files.some(({ filename }) => /\.(zip|reqifz?)$/i.test(filename))) return Infinity
  return files.reduce((sum, { tempFile }) => sum + (tempFile.size() > limitBytes ? 0 : tempFile.size()), 0)
}

function toBody(form: ReceivedForm, { limitBytes }: UploadRule): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { name, value } of form.entries) {
    if (typeof value === 'string') setField(body, name, value)
    else {
      const content = value.tempFile.size() > limitBytes ? null : value.tempFile.file()
      setField(body, name, { filename: value.filename, content } satisfies Upload)
    }
  }
  return body
}

function createTooLargeFileError({ field = 'file' }: UploadRule): Record<string, unknown> {
  const file: Upload = { filename: 'file', content: null }
  const body: Record<string, unknown> = {}
  setField(body, field, file)
  return body
}
