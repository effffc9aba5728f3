import { list, uploadStig } from './collection.ts'
import { compare } from './compare.ts'
import { exportStig } from './export.ts'
import { latest } from './latest.ts'
import { remove, show, update } from './record.ts'
import { stats } from './stats.ts'

/** Published STIGs of the catalog, read-only; components are never based on them (rule C-11). */
export const stigs = {
  compare,
  export: exportStig,
  latest,
  list,
  remove,
  show,
  stats,
  update,
  upload: uploadStig,
}
