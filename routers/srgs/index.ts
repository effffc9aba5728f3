import { list, uploadSrg } from './collection.ts'
import { compare } from './compare.ts'
import { exportSrg } from './export.ts'
import { latest } from './latest.ts'
import { remove, show, update } from './record.ts'
import { stats } from './stats.ts'
import { updateImpact } from './update-impact.ts'

/** Security Requirements Guides of the catalog (rule C-11). */
export const srgs = {
  compare,
  export: exportSrg,
  latest,
  list,
  remove,
  show,
  stats,
  update,
  updateImpact,
  upload: uploadSrg,
}
