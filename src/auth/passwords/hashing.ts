import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/**
 * `run` limits concurrent hashes, in FIFO order. Each uses 19 MiB, a libuv thread that file and DNS work also needs,
 * and a core.
 */
export const hashing = { run: pLimit(Math.min(2, Math.max(1, availableParallelism() - 1))) }
