import { expect, test } from 'vitest'
import {
  acceptConflict,
  acceptSave,
  openForm,
  planUpdate,
  type FormState,
} from '../../web/app/form-changes.ts'

interface Values {
  name: string
  description: string
}

const START = { name: 'Mole', description: 'A wall.', lock_version: 3 }
const VALUES = { name: 'Mole', description: 'A long wall.' }
const form: FormState<Values> = openForm(START)

test('a save sends only changed values, so that the name of another admin stays', () => {
  const current = { ...START, name: 'Mole North', lock_version: 4 }
  expect(planUpdate(form, current, VALUES)).toEqual({
    changes: { description: 'A long wall.' },
    expectedVersion: 4,
  })
})

test('a save of a value that another admin changed expects the version that the user knows', () => {
  const current = { ...START, description: 'Two walls.', lock_version: 4 }
  expect(planUpdate(form, current, VALUES)).toEqual({
    changes: { description: 'A long wall.' },
    expectedVersion: 3,
  })
})

test('the name of another admin also stays with the second save, and a change of it is a conflict', () => {
  const saved = { name: 'Mole North', description: 'A long wall.', lock_version: 5 }
  const next = acceptSave(form, saved, VALUES)
  expect(planUpdate(next, saved, { ...VALUES, description: 'A high wall.' })).toEqual({
    changes: { description: 'A high wall.' },
    expectedVersion: 5,
  })
  expect(planUpdate(next, saved, { ...VALUES, name: 'Mole South' })).toEqual({
    changes: { name: 'Mole South' },
    expectedVersion: 3,
  })
})

test('the save after a conflict replaces only the value that the user changed', () => {
  const current = { name: 'Mole North', description: 'Two walls.', lock_version: 4 }
  expect(planUpdate(acceptConflict(form, current), current, VALUES)).toEqual({
    changes: { description: 'A long wall.' },
    expectedVersion: 4,
  })
})
