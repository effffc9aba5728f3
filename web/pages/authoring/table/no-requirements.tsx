import { Empty } from '../../../app/states.tsx'
import { Link } from '../../../kit/link.tsx'
import { t } from '../../../languages/t.ts'
import { AuthoringInset } from '../authoring-page.tsx'

/** The empty state when no requirement matches. */
export function NoRequirements({
  componentId,
  hasRows,
  isWhole,
}: {
  componentId: number
  /** Whether the filters exclude requirements. */
  hasRows: boolean
  isWhole: boolean
}) {
  return (
    <AuthoringInset>
      <Empty
        action={
          <Link to="/components/$id/edit" params={{ id: componentId }} search={{}} variant="secondary">
            {t('Show all')}
          </Link>
        }
      >
        {!hasRows
          ? t('No requirements yet')
          : isWhole
            ? t('No requirements match these filters')
            : t('No requirements match these filters so far. The rest are still loading.')}
      </Empty>
    </AuthoringInset>
  )
}
