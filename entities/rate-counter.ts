import { defineEntity, p } from '@mikro-orm/core'
import { time } from './columns.ts'

const RateCounterSchema = defineEntity({
  name: 'RateCounter',
  tableName: 'rate_counters',
  properties: {
    key: p.text().primary(),
    windowStart: time(),
    count: p.integer().default(0),
  },
  indexes: [{ name: 'rate_counters_window_start', properties: ['windowStart'] }],
})

/** The requests counted for one key in its present fixed window (rule A-68). */
export class RateCounter extends RateCounterSchema.class {}
RateCounterSchema.setClass(RateCounter)
