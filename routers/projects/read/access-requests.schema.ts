import { z } from 'zod'
import { Toast } from '../../../src/procedures/schemas/shapes.ts'
import { CompactUser } from '../../users/person.schema.ts'

export const AccessRequestView = z
  .object({ id: z.int(), user: CompactUser, project: z.object({ id: z.int(), name: z.string() }) })
  .meta({ id: 'AccessRequest' })
export type AccessRequestView = z.infer<typeof AccessRequestView>

export const AccessRequestOutput = z.object({ toast: Toast, id: z.int() })
