import { defineEntity, p } from '@mikro-orm/core'
import { time } from './columns.ts'

const BackgroundTurnSchema = defineEntity({
  name: 'BackgroundTurn',
  tableName: 'background_turns',
  properties: {
    id: p.integer().primary().autoincrement(false),
    heldUntil: time().defaultRaw('clock_timestamp()'),
    restUntil: time().defaultRaw('clock_timestamp()'),
    servedAt: time().defaultRaw('clock_timestamp()'),
  },
})

/** Whose turn it is with work beside the requests, of all processes: one row (`src/computing/beside/turns.ts`). */
export class BackgroundTurn extends BackgroundTurnSchema.class {}
BackgroundTurnSchema.setClass(BackgroundTurn)
