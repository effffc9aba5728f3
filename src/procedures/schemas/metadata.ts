import { z } from 'zod'
import { text } from './shapes.ts'

/** Free-form key-value texts of a project or component; a change replaces all of them (rules A-58 and C-33). */
export const Metadata = z
  .record(
    text(100).refine((key) => key.trim() !== '', { error: 'must not have a blank key' }),
    text(1000),
    { error: 'must be an object of texts' },
  )
  .refine((data) => Object.keys(data).length <= 50, { error: 'may have at most 50 entries' })
