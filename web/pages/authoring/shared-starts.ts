import { sharedStart } from '../../kit/shared-start.ts'
import type { Row } from './requirements.ts'

/** The shared beginnings of a component's titles and SRG IDs, which lists leave out. */
export function sharedStarts(rows: readonly Row[]): { title: string; srg: string } {
  return {
    title: sharedStart(rows.map(({ title }) => title ?? '')),
    srg: sharedStart(
      rows.flatMap(({ version }) => version ?? []),
      '-',
    ),
  }
}
