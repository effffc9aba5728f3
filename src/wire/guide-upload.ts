import { z } from 'zod'
import { MAX_BENCHMARK_BYTES } from '../formats/upload.ts'
import type { GuideNames } from '../formats/texts/reqif-benchmark.ts'
import { requiredText, upload } from './shapes.ts'

/** An uploaded guide; a ReqIF document says neither its id nor its version, so that whoever sends it may. */
export const GuideUpload = z.object({
  file: upload(MAX_BENCHMARK_BYTES),
  benchmark_id: requiredText(255).optional(),
  version: z
    .string()
    .regex(/^V\d{1,9}R\d{1,9}$/, { error: 'must be a version and a release, such as V1R2' })
    .optional(),
})

/** The same in words of the domain. */
export function uploadedGuide<F>({
  file,
  benchmark_id: id,
  version,
}: Omit<z.infer<typeof GuideUpload>, 'file'> & { file: F }): F & {
  names: GuideNames
} {
  return { ...file, names: { id, version } }
}
