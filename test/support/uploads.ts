import { unique } from './factories.ts'
import type { Answer, Rest } from './rest.ts'
import { createBenchmarkFile, type BenchmarkOptions } from './xccdf.ts'

/** A form with one file. */
export function createFileForm(name: string, bytes: Uint8Array, field = 'file'): FormData {
  const form = new FormData()
  form.set(field, new File([Uint8Array.from(bytes)], name))
  return form
}

/** A benchmark with a unique id. */
export function createGuideFile(options: BenchmarkOptions = {}): Uint8Array {
  return createBenchmarkFile({ id: unique('Guide').replace('-', '_'), ...options })
}

/** Uploads a guide over HTTP. */
export function uploadGuide(
  rest: Rest,
  bytes: Uint8Array,
  { path = '/srgs', name = 'guide-xccdf.xml' } = {},
): Promise<Answer> {
  return rest.post(path, createFileForm(name, bytes))
}

/** Uploads a reference document over HTTP. */
export function uploadReference(
  rest: Rest,
  bytes: Uint8Array,
  { name = 'U_CCI_List.xml', fields = {} }: { name?: string; fields?: Record<string, string> } = {},
): Promise<Answer> {
  const form = createFileForm(name, bytes)
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return rest.post('/api/reference_documents', form)
}
