import { defineEntity, p } from '@mikro-orm/core'
import { Component } from './component.ts'
import { createdAt, id, trigramIndex, updatedAt } from './columns.ts'

const SrgSchema = defineEntity({
  name: 'Srg',
  tableName: 'srgs',
  properties: {
    id: id(),
    srgId: p.text(),
    name: p.text().nullable(),
    title: p.text(),
    version: p.text(),
    versionMajor: p.integer().nullable(),
    versionMinor: p.integer().nullable(),
    releaseDate: p.date().nullable(),
    core: p.boolean().default(false),
    releasedFromComponentId: () =>
      p
        .manyToOne(Component)
        .mapToPk()
        .nullable()
        .fieldName('released_from_component_id')
        .deleteRule('set null'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'srgs_srg_id_version_unique', properties: ['srgId', 'version'] }],
  indexes: [
    {
      name: 'srgs_release_line',
      expression:
        'create index "srgs_release_line" on "srgs" ("srg_id", "version_major" desc nulls last, "version_minor" desc nulls last, "id" desc)',
    },
    { name: 'srgs_released_from_component_id', properties: ['releasedFromComponentId'] },
    trigramIndex('srgs', 'title', 'lower(title)'),
  ],
})

/** A catalog SRG, uploaded or released by this service (components 2.1). */
export class Srg extends SrgSchema.class {}
SrgSchema.setClass(Srg)
