import { z } from 'zod'

const EffectiveSetting = z
  .object({
    name: z.string(),
    value: z.string().nullable().meta({ description: 'Null: not set. A secret that is set is `set`.' }),
    source: z
      .enum(['environment', 'env_file', 'default'])
      .meta({ description: 'The environment, the file `.env`, or the default.' }),
    secret: z.boolean().meta({ description: 'Whether the value is hidden.' }),
  })
  .meta({ id: 'EffectiveSetting' })

export const EffectiveSettings = z.object({
  settings: z.array(EffectiveSetting).meta({ description: 'By name.' }),
})
export type EffectiveSetting = z.infer<typeof EffectiveSetting>
