import { defineEntity, p } from '@mikro-orm/core'
import { createdAt } from './columns.ts'
import { Component, Srg } from './component.ts'
import { createReleasedContentTriggers } from './triggers.ts'

const ComponentSourceSchema = defineEntity({
  name: 'ComponentSource',
  tableName: 'component_sources',
  properties: {
    componentId: () =>
      p.manyToOne(Component).mapToPk().primary().fieldName('component_id').deleteRule('cascade'),
    srgId: () => p.manyToOne(Srg).mapToPk().primary().fieldName('srg_id').deleteRule('no action'),
    createdAt: createdAt(),
  },
  indexes: [{ name: 'component_sources_srg_id', properties: ['srgId'] }],
  triggers: createReleasedContentTriggers('component_sources', 'component_id'),
})

/** One SRG of a component's source set (rule C-26). */
export class ComponentSource extends ComponentSourceSchema.class {}
ComponentSourceSchema.setClass(ComponentSource)
