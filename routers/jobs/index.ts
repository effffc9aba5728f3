import { list } from './collection.ts'
import { end, show } from './record.ts'
import { result } from './result.ts'

/** Long-running requests (rule C-71). */
export const jobs = { list, show, result, end }
