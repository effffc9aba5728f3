import { expect } from 'vitest'
import { expectStatus } from '../../support/http.ts'
import type { Guide } from './guide.ts'
import type { Crew } from './people.ts'

export interface RuleRef {
  id: number
  rule_id: string
  version: string
}

/** The number of requirements for each status; the rest stays undetermined. */
export const EDITED = {
  'Applicable - Configurable': 4,
  'Applicable - Inherently Meets': 2,
  'Applicable - Does Not Meet': 2,
  'Not Applicable': 2,
}

/** Edits ten requirements, adds one from the seed row and one copy; returns all of them by number. */
export async function authorRules(crew: Crew, component: number, guide: Guide): Promise<RuleRef[]> {
  const read = async (): Promise<RuleRef[]> => {
    const { body } = expectStatus(200, await crew.viewer.get(`/components/${component}/rules`))
    return body.toSorted((a: RuleRef, b: RuleRef) => (a.rule_id < b.rule_id ? -1 : 1))
  }
  const imported = await read()
  expect(imported.map(({ rule_id }) => rule_id)).toEqual(listNumbers(guide.rules))

  const statuses = Object.entries(EDITED).flatMap(([status, count]) => Array<string>(count).fill(status))
  for (const [index, status] of statuses.entries()) {
    const { id = 0 } = imported[index] ?? {}
    const rule = {
      status,
      title: `Authored requirement ${index}`,
      fixtext: 'Configure the host.',
      vendor_comments: null,
      status_justification: 'The product decides.',
    }
    const answer =
      index % 2 === 0
        ? crew.author.put(`/rules/${id}`, { rule })
        : crew.author.patch(`/rules/${id}`, { rule })
    expectStatus(200, await answer)
    expectStatus(403, await crew.viewer.patch(`/rules/${id}`, { rule }))
    const { body } = expectStatus(200, await crew.viewer.get(`/rules/${id}`))
    expect(body).toMatchObject({ ...rule, rule_id: imported[index]?.rule_id })
  }

  const blank = { rule: { title: 'Added by the owner' } }
  const added = expectStatus(200, await crew.owner.post(`/components/${component}/rules`, blank)).body
  expect(added.data).toMatchObject({
    title: 'Added by the owner',
    rule_id: listNumbers(guide.rules + 1).at(-1),
  })
  const seed = imported.find(({ rule_id }) => rule_id === guide.seed)
  expect(added.data.version).toBe(seed?.version)
  const copy = { rule: { duplicate: true, id: imported[20]?.id } }
  const copied = expectStatus(200, await crew.author.post(`/components/${component}/rules`, copy)).body
  expect(copied.data).toMatchObject({ rule_id: listNumbers(guide.rules + 2).at(-1), locked: false })

  const picker = expectStatus(200, await crew.viewer.get(`/components/${component}/rules_picker`)).body
  expect(picker.rules).toHaveLength(guide.rules + 2)
  return read()
}

function listNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1).padStart(6, '0'))
}
