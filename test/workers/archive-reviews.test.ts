import { expect, test } from 'vitest'
import { Warnings } from '../../src/formats/archive/warnings.ts'
import { TempFile } from '../../src/lib/temp-files/temp-file.ts'
import { openTempFile } from '../../src/lib/temp-files/write-temp-file.ts'
import { readReviews } from '../../src/workers/tasks/archive-reviews.ts'

test('C-85: each part of the reviews of an archive lists only the reviews that it names', async () => {
  const rowsFile = await openTempFile()
  const review = (id: number, values: object = {}): [unknown, number] => [
    { external_id: id, rule_id: '000001', action: 'comment', comment: 'x'.repeat(200_000), ...values },
    id,
  ]
  const rows = [
    review(1, { triage_status: 'duplicate', duplicate_of_external_id: 4 }),
    review(2),
    review(3, { responding_to_external_id: 2 }),
    review(4),
    review(5),
  ]
  const { parts } = readReviews(
    {
      *readRows() {
        yield* rows
      },
    },
    {
      folder: '',
      document: {},
      include: true,
      limits: { comment: 200_000, reviewText: 200_000 },
      rules: new Set(['000001']),
      warnings: new Warnings(),
      file: new TempFile(rowsFile.file().fd),
    },
  )
  await rowsFile.close()
  expect(parts.map(({ numbers }) => [...numbers])).toEqual([[1, 3], [4], [0, 3], [2, 1]])
})
