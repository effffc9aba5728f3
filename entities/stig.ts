import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, lineIndex, releaseColumns, trigramIndex, updatedAt } from './columns.ts'
import { createGuideReindexTrigger } from './triggers.ts'

const StigSchema = defineEntity({
  name: 'Stig',
  tableName: 'stigs',
  properties: {
    id: id(),
    stigId: p.text(),
    name: p.text().nullable(),
    title: p.text(),
    ...releaseColumns(),
    benchmarkDate: p.date().nullable(),
    description: p.text().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'stigs_stig_id_version_unique', properties: ['stigId', 'version'] }],
  indexes: [
    {
      name: 'stigs_release_line',
      expression:
        'create index "stigs_release_line" on "stigs" ("stig_id", "version_major" desc nulls last, "version_minor" desc nulls last, "id" desc)',
    },
    lineIndex('stigs'),
    trigramIndex('stigs', 'title', 'lower(title)'),
  ],
  triggers: [createGuideReindexTrigger('stigs', 'stig')],
})

/** A published STIG of the catalog, read-only (rule C-10). */
export class Stig extends StigSchema.class {}
StigSchema.setClass(Stig)
