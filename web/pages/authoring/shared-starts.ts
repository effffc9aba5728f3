import { findSharedStart } from '../../kit/shared-start.ts'
import type { Row } from './requirements.ts'

/** The shared beginnings of a component's titles and SRG IDs, which lists leave out. */
export function findSharedStarts(rows: readonly Row[]): { title: string; srg: string } {
  return {
    title: findSharedStart(rows.map(({ title }) => title ?? '')),
    srg: findSharedStart(
      rows.flatMap(({ version }) => version ?? []),
      '-',
    ),
  }
}
