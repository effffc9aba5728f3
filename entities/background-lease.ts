import { defineEntity, p } from '@mikro-orm/core'
import { time } from './columns.ts'

const BackgroundLeaseSchema = defineEntity({
  name: 'BackgroundLease',
  tableName: 'background_leases',
  properties: {
    id: p.integer().primary().autoincrement(false),
    expiresAt: time().defaultRaw('clock_timestamp()'),
    pausedUntil: time().defaultRaw('clock_timestamp()'),
    lastServedAt: time().defaultRaw('clock_timestamp()'),
  },
})

/** Which process may run background tasks, and until when all of them pause: one row (`src/background/leases.ts`). */
export class BackgroundLease extends BackgroundLeaseSchema.class {}
BackgroundLeaseSchema.setClass(BackgroundLease)
