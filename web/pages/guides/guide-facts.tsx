import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createCurrentUserQuery } from '../../api/me.ts'
import { formatCalendarDate } from '../../api/time.ts'
import { Button } from '../../kit/button.tsx'
import { Card, Facts } from '../../kit/card.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { SEVERITY_LABELS } from '../authoring/labels.ts'
import type { GuideKind } from './catalog.ts'
import { sumRules, type Guide } from './families.ts'
import { RemoveGuide } from './remove-guide.tsx'

/** Facts about a release, links to its other releases, and removal for administrators. */
export function GuideFacts({
  kind,
  guide,
  releases,
}: {
  kind: GuideKind
  guide: Guide
  releases: readonly Guide[]
}) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const [isRemoving, setRemoving] = useState(false)
  const { severities } = guide
  return (
    <Card title={t('About')}>
      <Facts
        facts={[
          ['ID', <code key="id">{guide.benchmarkId}</code>],
          [t('Release'), guide.version],
          [t('Published'), guide.date ? formatCalendarDate(guide.date) : '–'],
          [t('Rules'), formatNumber(sumRules(severities))],
          [SEVERITY_LABELS.high, formatNumber(severities.high)],
          [SEVERITY_LABELS.medium, formatNumber(severities.medium)],
          [SEVERITY_LABELS.low, formatNumber(severities.low)],
        ]}
      />
      {releases.length > 1 && (
        <p>
          <AddressLink to={`/${kind}/${guide.id}/releases`}>
            {t('Compare the {releases} releases', { releases: releases.length })}
          </AddressLink>
        </p>
      )}
      {person.admin && (
        <p>
          <Button variant="danger" onPress={() => setRemoving(true)}>
            {t('Remove from the catalog')}
          </Button>
        </p>
      )}
      {isRemoving && <RemoveGuide kind={kind} guide={guide} onClose={() => setRemoving(false)} />}
    </Card>
  )
}
