import { ArchiveContents, type Summary } from './archive-contents.tsx'
import { PartsChoice } from './parts-choice.tsx'
import type { useArchive } from './use-archive.ts'

/** The contents of an archive after a dry run, with checkboxes for its parts. */
export function ArchiveParts({
  archive,
  trial: { summary, warnings },
}: {
  archive: Pick<ReturnType<typeof useArchive>, 'parts' | 'choose' | 'selected' | 'select'>
  trial: { summary: Summary; warnings: string[] }
}) {
  return (
    <>
      <PartsChoice parts={archive.parts} onChange={archive.choose} />
      <ArchiveContents
        summary={summary}
        warnings={warnings}
        selected={archive.selected}
        onSelectedChange={archive.select}
      />
    </>
  )
}
