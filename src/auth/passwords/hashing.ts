import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/**
 * `run` does one hash or comparison as soon as a place is free, in the order of arrival. Each holds 19 MiB, a thread of
 * the pool that file and DNS work share, and a core that requests need too.
 */
export const hashing = { run: pLimit(Math.min(2, Math.max(1, availableParallelism() - 1))) }
