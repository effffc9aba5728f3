import { Empty } from '../../../app/states.tsx'
import { Link } from '../../../kit/link.tsx'

/** What the page shows in place of the table where no requirement fits. */
export function NoRequirements({
  componentId,
  hasRows,
  isWhole,
}: {
  componentId: number
  /** There are requirements that the filters leave out. */
  hasRows: boolean
  isWhole: boolean
}) {
  return (
    <Empty
      action={
        <Link to="/components/$id/edit" params={{ id: componentId }} search={{}} look="button">
          Show all
        </Link>
      }
    >
      {!hasRows
        ? 'There is no requirement yet.'
        : isWhole
          ? 'No requirement fits these filters.'
          : 'No requirement fits these filters so far; the others are being read.'}
    </Empty>
  )
}
