import { beforeEach, expect, test } from 'vitest'
import { endTyping, recordTyping, continuesTyping } from '../../web/app/interrupted-typing.ts'

const press = (key: string, timeStamp: number, more = {}) => ({
  key,
  timeStamp,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})
const createField = (isConnected: boolean) => ({ isConnected }) as Element

beforeEach(endTyping)

test('letters are ignored after a text field disappears while they are typed', () => {
  recordTyping(press('a', 1000), createField(false))
  expect(continuesTyping(press('1', 1200))).toBe(true)
  expect(continuesTyping(press('e', 2600))).toBe(true)
})

test('letters are shortcuts again after a pause', () => {
  recordTyping(press('a', 1000), createField(false))
  expect(continuesTyping(press('1', 2600))).toBe(false)
})

test('letters are shortcuts while the text field exists, and after a key that submits or leaves it', () => {
  recordTyping(press('a', 1000), createField(true))
  expect(continuesTyping(press('1', 1200))).toBe(false)
  recordTyping(press('Enter', 1000, { ctrlKey: true }), createField(false))
  expect(continuesTyping(press('j', 1200))).toBe(false)
  recordTyping(press('Escape', 1000), createField(false))
  expect(continuesTyping(press('j', 1200))).toBe(false)
  recordTyping(press('a', 1000), createField(false))
  endTyping()
  expect(continuesTyping(press('j', 1200))).toBe(false)
})

test('a command with Ctrl always works', () => {
  recordTyping(press('a', 1000), createField(false))
  expect(continuesTyping(press('s', 1100, { ctrlKey: true }))).toBe(false)
})
