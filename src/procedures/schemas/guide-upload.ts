import { z } from 'zod'
import type { GuideNames } from '../../formats/texts/reqif-benchmark.ts'
import { reqifMapping } from './reqif-mapping.ts'
import { bodyId, requiredText, upload } from './shapes.ts'

/** The guide that this one continues: its catalog id or benchmark id; null for none. */
export const continues = z
  .union([bodyId.transform(String), requiredText(255)], { error: 'must be the id of a guide' })
  .nullable()
  .meta({
    description: 'The guide whose line it continues: id in the catalog, or benchmark id; null for none.',
  })

/** Options of a guide import. */
const options = {
  replace: z.boolean().default(false).meta({
    description: 'Replace a guide with the same id and version but other content.',
  }),
  dry_run: z
    .boolean()
    .default(false)
    .meta({ description: 'Show what would happen, without changing anything.' }),
  continues: requiredText(255).optional().meta({
    description: 'The guide whose line this one continues: its id in the catalog, or its benchmark id.',
  }),
}

/** An uploaded guide or package. ReqIF documents contain neither id nor version, so the caller can set them. */
export function guideUpload(limitBytes: number) {
  return z.object({
    file: upload(limitBytes),
    benchmark_id: requiredText(255).optional(),
    version: z
      .string()
      .regex(/^V\d{1,9}R\d{1,9}(\.\d{1,9})?$/, { error: 'must be a version and a release, such as V1R2' })
      .optional(),
    mapping: reqifMapping,
    ...options,
  })
}
type GuideUpload = z.infer<ReturnType<typeof guideUpload>>

/** The uploaded file, with the id, version and mapping for a ReqIF document. */
export function toUploadedGuide<F>({
  file,
  benchmark_id: id,
  version,
  mapping,
}: Pick<GuideUpload, 'benchmark_id' | 'version' | 'mapping'> & { file: F }): F & { names: GuideNames } {
  return { ...file, names: { id, version, mapping } }
}

/** Returns the options of a guide upload in the form of the use case. */
export function toUploadOptions({ replace, dry_run: dryRun, continues }: Omit<GuideUpload, 'file'>) {
  return { replace, dryRun, continues: continues ?? null }
}
