import { toErrorMessage, translateDetail } from '../../../api/errors.ts'
import { BannerStrip } from '../../../kit/banner-strip.tsx'
import { toCsvAddress } from '../../../kit/chart/chart-data.ts'
import { Link } from '../../../kit/link.tsx'
import { formatNumber, t } from '../../../languages/t.ts'
import type { GuideKind } from '../catalog.ts'
import { DraftChip } from '../draft-chip.tsx'
import { ContinueLine } from './continue-line.tsx'
import { ReplaceGuide } from './replace-guide.tsx'
import { summarize, type GuidesAnswer } from './send-guides.ts'
import styles from './guide-results.module.css'

type GuideResult = GuidesAnswer['guides'][number]

const OUTCOMES: Record<GuideResult['status'], string> = {
  created: t('Added to the catalog'),
  exists: t('Already in the catalog'),
  replaced: t('Replaced'),
  refused: t('Rejected'),
  other_kind: t('Belongs to the other catalog'),
}

/**
 * One line per benchmark of an uploaded file, with its warnings and a report to download. `source` is the file, while
 * the page still has it: a guide of the same version with other content can then be replaced.
 */
export function GuideResults({
  fileName,
  answer,
  source,
}: {
  fileName: string
  answer: GuidesAnswer
  source: { kind: GuideKind; file: File } | undefined
}) {
  const isDuplicate = answer.guides.some(({ reason }) => reason === 'guide.duplicate')
  return (
    <>
      <section className={styles['lines']} aria-label={t('Guides in {fileName}', { fileName })} tabIndex={0}>
        {answer.guides.map((line, index) => (
          <ResultRow key={`${index} ${line.file}`} line={line} />
        ))}
      </section>
      {(answer.guides.length > 1 || answer.warnings_count > 0) && (
        <p className="small">
          {summarize(answer)}.{' '}
          <a href={toReport(answer)} download={`${fileName}-report.csv`}>
            {t('Download report')}
          </a>
        </p>
      )}
      {source && isDuplicate && <ReplaceGuide {...source} />}
    </>
  )
}

function ResultRow({ line }: { line: GuideResult }) {
  const isInCatalog = line.status === 'created' || line.status === 'exists' || line.status === 'replaced'
  const name = [line.title ?? line.file, line.version].filter((part) => part !== null).join(' ')
  return (
    <BannerStrip variant={isInCatalog ? 'success' : line.status === 'refused' ? 'error' : 'warning'}>
      <p>
        <b>{OUTCOMES[line.status]}:</b>{' '}
        {isInCatalog && line.id !== null && line.kind !== null ? (
          <Link to={line.kind === 'srg' ? '/srgs/$id' : '/stigs/$id'} params={{ id: line.id }}>
            {name}
          </Link>
        ) : (
          name
        )}{' '}
        {line.draft === true && <DraftChip />}
      </p>
      {line.message !== null && <p>{toErrorMessage(line.reason ?? '', line.message)}</p>}
      {line.warnings_count > 0 && <Warnings line={line} />}
      {line.continues_proposal !== null && line.id !== null && line.kind !== null && (
        <ContinueLine kind={line.kind} id={line.id} proposal={line.continues_proposal} />
      )}
    </BannerStrip>
  )
}

function Warnings({ line: { warnings, warnings_count: count } }: { line: GuideResult }) {
  return (
    <details>
      <summary>
        {t({ count, one: '1 warning', other: '{count} warnings' }, { count: formatNumber(count) })}
      </summary>
      <ul>
        {warnings.map(({ file, line, what, why }, index) => (
          <li key={`${index} ${what}`}>
            {line === null ? file : t('{file}, line {line}', { file, line })}: {translateDetail(what)} (
            {translateDetail(why)})
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The lines as the address of a CSV file. */
function toReport({ guides }: GuidesAnswer): string {
  const rows = guides.map(
    ({ file, kind, status, title, version, draft, warnings_count: warnings, message }) => [
      file,
      kind ?? '',
      status,
      title ?? '',
      version ?? '',
      draft === true ? 'yes' : 'no',
      warnings,
      message ?? '',
    ],
  )
  return toCsvAddress({
    columns: ['file', 'kind', 'status', 'title', 'version', 'draft', 'warnings', 'message'],
    rows,
  })
}
