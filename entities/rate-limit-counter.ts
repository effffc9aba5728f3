import { defineEntity, p } from '@mikro-orm/core'
import { time } from './columns.ts'

const RateLimitCounterSchema = defineEntity({
  name: 'RateLimitCounter',
  tableName: 'rate_limit_counters',
  properties: {
    key: p.text().primary(),
    windowStart: time(),
    count: p.integer().default(0),
  },
  indexes: [{ name: 'rate_limit_counters_window_start', properties: ['windowStart'] }],
})

/** Number of requests for one key in its current fixed window (rule A-68). */
export class RateLimitCounter extends RateLimitCounterSchema.class {}
RateLimitCounterSchema.setClass(RateLimitCounter)
