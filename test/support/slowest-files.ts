import type { Reporter, TestModule } from 'vitest/node'

const FILE_COUNT = 10

/** Prints the slowest files at the end of a run, so that slow tests are noticed. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => ({ path: module.relativeModuleId, ms: module.diagnostic().duration }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, FILE_COUNT)
    const lines = files.map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`)
    process.stdout.write(`\nThe slowest files:\n${lines.join('\n')}\n`)
  }
}
