import { createWorkspace } from './authoring.ts'
import type { Body } from './rest.ts'
import type { World } from './world.ts'

/** A proposed relocation between two components on one core SRG; `accept` accepts it into its target. */
export async function createProposal(world: World) {
  const srg = Number((await world.createSrg({ core: true })).id)
  const source = await createWorkspace(world, { type: 'srg', srg })
  const target = await createWorkspace(world, { type: 'srg', srg, component: { prefix: 'DEST-01' } })
  const rule = source.rules[0] ?? 0
  await world.join(source.people.author, target.project, 'viewer')
  const { body } = await source.as.author.post(`/rules/${rule}/relocations`, {
    requirement_relocation: { target_technology_token: 'DEST', target_component_id: target.component.id },
  })
  const path = `/requirement_relocations/${body.relocation.id}`
  const accept = () => target.as.author.post(`${path}/accept`, { target_component_id: target.component.id })
  const decline = () =>
    target.as.author.post(`${path}/decline`, {
      target_component_id: target.component.id,
      requirement_relocation: { adjudication_rationale: 'Not ours' },
    })
  const landed = async (): Promise<Body[]> => {
    const { body } = await target.as.viewer.get(`/components/${target.component.id}/rules`)
    return body.filter((item: Body) => item.rule_id > '000003')
  }
  return { source, target, rule, path, accept, decline, landed }
}
