import { expect, test } from 'vitest'
import { loadCode, type CodeWorld } from '../../web/app/load-code.ts'

/** A browser with scripted answers, and the actions in it. */
function createWorld(reachable: readonly boolean[]): { world: CodeWorld; done: string[] } {
  const answers = [...reachable]
  const done: string[] = []
  return {
    done,
    world: {
      isReachable: () => Promise.resolve(answers.shift() ?? true),
      untilBack: () => {
        done.push('waited')
        return Promise.resolve()
      },
      reload: () => {
        const isFirst = !done.includes('reloaded')
        done.push('reloaded')
        return !isFirst
      },
    },
  }
}

/** Code whose import fails this many times before it succeeds. */
function createLoader(failures: number): () => Promise<string> {
  let remainingFailures = failures
  return () => {
    remainingFailures -= 1
    return remainingFailures < 0 ? Promise.resolve('code') : Promise.reject(new Error('Failed to fetch'))
  }
}

test('code that is requested offline loads when the connection returns, without a reload', async () => {
  const { world, done } = createWorld([false, false])
  await expect(loadCode(createLoader(2), world)).resolves.toBe('code')
  expect(done).toEqual(['waited', 'waited'])
})

test('code that an update removed reloads the page once, and then fails', async () => {
  const { world, done } = createWorld([true])
  await expect(loadCode(createLoader(9), world)).rejects.toThrow('Failed to fetch')
  expect(done).toEqual(['reloaded'])
})
