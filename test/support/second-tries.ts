import type { Reporter, TestModule } from 'vitest/node'

/** If such a test fails now and then, an update may be lost: a slow machine is not the cause. */
const RACES = /\braces?\b|concurren/i

/** Ends a run with the tests that passed only when they were retried. Such a test of a race fails the run. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    )
    if (names.length === 0) return
    const lines = names.map((name) => `  ${RACES.test(name) ? 'FAIL ' : ''}${name}`)
    process.stdout.write(`\nPassed only when retried; find out why:\n${lines.join('\n')}\n`)
    if (names.some((name) => RACES.test(name))) process.exitCode = 1
  }
}
