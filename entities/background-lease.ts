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

/**
 * The process that may run background tasks, and the end of a shared pause; a single row
 * (`src/background/leases.ts`).
 */
export class BackgroundLease extends BackgroundLeaseSchema.class {}
BackgroundLeaseSchema.setClass(BackgroundLease)
