import { z } from 'zod'
import { AccessRequestView } from '../../projects/read/access-requests.schema.ts'
import { CompactUser } from '../../users/person.schema.ts'

/** The caller's menu and pending items (rule A-73). */
export const Navigation = z
  .object({
    nav_links: z.array(z.object({ icon: z.string(), name: z.string(), link: z.string() })),
    access_requests: z.array(AccessRequestView),
    locked_users: z.array(CompactUser),
  })
  .meta({ id: 'Navigation' })
