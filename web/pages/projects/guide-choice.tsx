import type { DocumentType } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { Empty } from '../../app/states.tsx'
import { Link } from '../../kit/link.tsx'
import { Select } from '../../kit/select.tsx'
import { t } from '../../languages/t.ts'

type Guide = Outputs['srgs']['list'][number]

/** The guides that a document of a kind can be based on, newest release first. */
export function listEligibleGuides(srgs: readonly Guide[], kind: DocumentType): Guide[] {
  return srgs.filter(({ core }) => core === (kind === 'srg')).sort(compareNewestFirst)
}

/** Chooses the guide that a component is based on, or shows what to do if the catalog has none. */
export function GuideChoice({
  kind,
  eligible,
  guide,
  onChoose,
}: {
  kind: DocumentType
  eligible: readonly Guide[]
  guide: Guide | undefined
  onChoose: (id: string) => void
}) {
  if (!guide) {
    return (
      <Empty action={<Link to="/srgs">{t('See the guides')}</Link>}>
        {kind === 'srg'
          ? t('An SRG is based on a core SRG, and the catalog has none yet.')
          : t('The catalog has no SRG yet to base a STIG on. Ask a system administrator to upload one.')}
      </Empty>
    )
  }
  return (
    <Select
      label={t('From the guide')}
      options={eligible.map((srg) => ({
        value: String(srg.id),
        label: `${srg.title} ${srg.version}${srg.is_latest ? '' : t(' (older)')}`,
      }))}
      value={String(guide.id)}
      onChange={onChoose}
    />
  )
}

function compareNewestFirst(a: Guide, b: Guide): number {
  return Number(b.is_latest) - Number(a.is_latest) || a.title.localeCompare(b.title)
}
