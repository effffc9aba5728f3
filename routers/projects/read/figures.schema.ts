import { z } from 'zod'

const StigFigures = z.object({
  ac: z.int(),
  aim: z.int(),
  adnm: z.int(),
  na: z.int(),
  nyd: z.int(),
  total: z.int(),
})

const SrgFigures = z.object({ applicable: z.int(), na: z.int(), nyd: z.int(), total: z.int() })

/** Progress of a project's requirements: by status, not under review, under review, and locked. */
export const ProjectFigures = z
  .object({
    stig: StigFigures,
    srg: SrgFigures,
    nur: z.int(),
    ur: z.int(),
    lck: z.int(),
    total: z.int(),
  })
  .meta({ id: 'ProjectFigures' })
export type ProjectFigures = z.infer<typeof ProjectFigures>
