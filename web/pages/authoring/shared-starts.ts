import { sharedStart } from '../../kit/shared-start.ts'
import type { Row } from './requirements.ts'

/** What most titles and SRG ids of a component begin with, which lists leave out. */
export function sharedStarts(rows: readonly Row[]): { title: string; srg: string } {
  return {
    title: sharedStart(rows.map(({ title }) => title ?? '')),
    srg: sharedStart(
      rows.flatMap(({ version }) => version ?? []),
      '-',
    ),
  }
}
