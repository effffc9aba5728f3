import { readFile } from 'node:fs/promises'
import { PATIENT } from './read.ts'
import type { Workbench } from './workbench.ts'
import { ADMIN } from './workbench.ts'

const GUIDE = new URL('../../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url)

/** Uploads the sample guide, and creates the component Gateway (HGW1-01) on it in a new project. Returns their ids. */
export async function createSampleComponent(
  workbench: Workbench,
): Promise<{ projectId: number; componentId: number }> {
  const ids = { projectId: 0, componentId: 0 }
  await workbench.inTab(ADMIN, async (page) => {
    const post = async (path: string, content: object) => {
      const headers = { origin: workbench.url() }
      const response = await page.request.post(path, { ...content, headers, ...PATIENT })
      if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
      return response.json()
    }
    const file = { name: 'guide.xml', mimeType: 'text/xml', buffer: await readFile(GUIDE) }
    const { srg } = await post('/srgs', { multipart: { file } })
    const { project } = await post('/projects', { data: { project: { name: 'Harbor' } } })
    const component = {
      name: 'Gateway',
      prefix: 'HGW1-01',
      title: 'Gateway STIG',
      security_requirements_guide_id: srg.id,
      comment_phase: 'open',
    }
    const created = await post(`/projects/${project.id}/components`, { data: { component } })
    Object.assign(ids, { projectId: project.id, componentId: created.component.id })
  })
  return ids
}
