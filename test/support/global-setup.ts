import type { TestProject } from 'vitest/node'
import { findPgBouncer } from './pgbouncer.ts'
import { runPromtool } from './prometheus-samples.ts'
import { canMount } from './small-disk.ts'
import { beginRun } from './test-run.ts'

/** Creates the databases of the run; at its end it drops them and reports skipped tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { end } = await beginRun(project)
  return async () => {
    await end()
    await printSkipped()
  }
}

async function printSkipped(): Promise<void> {
  const missing = [
    [
      !process.env['TEST_SLAPD'],
      'directory sign-in against slapd. Name its binary in TEST_SLAPD, as .ci/run does.',
    ],
    [!(await canMount()), 'a disk that fills up. Mounting a small one is what root may do.'],
    [
      runPromtool('') === null,
      "Prometheus' own check of /metrics. Have promtool on the path, as .ci/run does.",
    ],
    [
      findPgBouncer() === null,
      'the service behind PgBouncer. Install it, or name its binary in TEST_PGBOUNCER, as .ci/run does.',
    ],
  ] as const
  for (const [isMissing, omission] of missing) if (isMissing) process.stdout.write(`Left out: ${omission}\n`)
}
