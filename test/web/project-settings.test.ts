import { expect, test } from 'vitest'
import { planProjectUpdate } from '../../web/pages/projects/project-update.ts'

const START = { name: 'Mole', description: 'A wall.', visibility: 'hidden', lock_version: 3 } as const
const VALUES = { name: 'Mole', description: 'A long wall.', visibility: 'hidden' } as const

test('a save sends only changed values, so that the name of another admin stays', () => {
  const current = { ...START, name: 'Mole North', lock_version: 4 }
  expect(planProjectUpdate(START, current, VALUES)).toEqual({
    project: { description: 'A long wall.' },
    expected_lock_version: 4,
  })
})

test('a save of a value that another admin changed expects the version that the form started with', () => {
  const current = { ...START, description: 'Two walls.', lock_version: 4 }
  expect(planProjectUpdate(START, current, VALUES)).toEqual({
    project: { description: 'A long wall.' },
    expected_lock_version: 3,
  })
})
