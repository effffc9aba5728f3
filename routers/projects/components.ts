import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { validationError } from '../../src/errors.ts'
import { MAX_SHEET_BYTES } from '../../src/formats/spreadsheet/sheet.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, COMPONENT } from '../../src/procedures/schemas/text-limits.ts'
import { createWorkersForUpload } from '../../src/workers/workers-for-request.ts'
import { copyComponent } from '../../workflows/components/copy-component.ts'
import { createFromSrgs } from '../../workflows/components/create-component.ts'
import { createFromSheet } from '../../workflows/interchange/sheets/create-from-sheet.ts'
import { toComponentFields } from '../components/component-input.ts'
import { readComponentBrief } from '../components/read/component-rows.ts'
import { ComponentCreated, NewComponent } from './components.schema.ts'

export const create = writing
  .project('project admin')
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{projectId}/components',
      tags: ['Components'],
      summary: 'Create a component from SRGs, from another component, as an overlay or from a spreadsheet',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: false, field: 'component[file]' },
    limits: ['upload'],
    etag: true,
    supportsAsync: true,
  })
  .input(z.object({ component: NewComponent }))
  .output(ComponentCreated)
  .mutation(async ({ ctx, signal, input }) => {
    assertTexts(ctx.services.env.limits, input.component, COMPONENT)
    const work = toUnitOfWork(ctx)
    const { file } = input.component
    if (file) {
      const newComponent = toNewComponent(input.component)
      const { projectId } = ctx.effectiveAccess
      const workers = createWorkersForUpload({ ctx, signal }, false)
      const created = await createFromSheet(work, workers, projectId, newComponent, file)
      const { component, warnings } = created
      setETag(ctx.reply, component)
      const toast = createToast('Component created', `${component.name} was created from ${file.filename}.`)
      return { toast, component: await readComponentBrief(ctx.db, component.id), warnings }
    }
    const source = copySource(input.component)
    const newComponent = toNewComponent(input.component)
    const { component, rebased } = source
      ? await copyComponent(work, ctx.effectiveAccess.projectId, source, newComponent)
      : { component: await createFromSrgs(work, ctx.effectiveAccess.projectId, newComponent), rebased: null }
    setETag(ctx.reply, component)
    const message = [`${component.name} is ready for authoring.`]
    if (rebased) {
      const { relinked, changed, kept, added } = rebased
      message.push(
        `${relinked} re-linked, ${changed} with changed core content, ${kept} kept, ${added} added.`,
      )
    }
    return {
      toast: createToast('Component created', message),
      component: await readComponentBrief(ctx.db, component.id),
      warnings: [],
    }
  })

/** The component to copy, and how; null to create from SRGs (rule C-24). */
function copySource(input: NewComponent): { id: number; overlay: boolean } | null {
  if (typeof input.component_id === 'number') return { id: input.component_id, overlay: true }
  if (!input.duplicate && !input.copy_component) return null
  if (typeof input.id !== 'number') {
    throw validationError('validation', 'id', 'Set id to the component to duplicate.')
  }
  return { id: input.id, overlay: false }
}

function toNewComponent(input: NewComponent) {
  return {
    ...toComponentFields(input),
    documentType: input.document_type,
    srgId: input.security_requirements_guide_id,
    declaredSrgIds: input.declared_source_srg_ids,
    selections: input.requirement_selections,
  }
}
