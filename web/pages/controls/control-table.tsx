import { Fragment } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { Meter } from '../../kit/progress.tsx'
import { Cell, Table } from '../../kit/table.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { formatFamily } from '../authoring/labels.ts'
import { ControlRequirements } from './control-requirements.tsx'
import type { ControlScope } from './controls.route.ts'
import type { Control } from './find-controls.ts'
import styles from './control-table.module.css'

/** Controls with their coverage; one at a time shows its requirements. */
export function ControlTable({
  controls,
  open,
  cci,
  scope,
  onOpen,
}: {
  controls: readonly Control[]
  open: string
  /** The CCI that was looked for; null for none. */
  cci: string | null
  scope: ControlScope
  onOpen: (control: string) => void
}) {
  return (
    <Table
      label={t('Controls')}
      columns={[
        { label: t('Control') },
        { label: t('Family'), wide: true },
        { label: t('CCIs'), wide: true },
        { label: t('Components'), end: true, wide: true },
        { label: t('Determined') },
      ]}
    >
      {controls.map((control) => (
        <Fragment key={control.control}>
          <ControlRow control={control} isOpen={control.control === open} onOpen={onOpen} />
          {control.control === open && (
            <tr>
              <td colSpan={5}>
                <ControlRequirements
                  control={control}
                  query={cci !== null && control.ccis.includes(cci) ? cci : control.control}
                  scope={scope}
                />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </Table>
  )
}

function ControlRow({
  control: { control, title, family, ccis, requirements, determined, component_ids: components },
  isOpen,
  onOpen,
}: {
  control: Control
  isOpen: boolean
  onOpen: (control: string) => void
}) {
  return (
    <tr>
      <Cell head>
        <button
          type="button"
          className={styles['control']}
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? '' : control)}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
          {control}
        </button>
        {title !== null && (
          <div className="muted small" dir="auto">
            {title}
          </div>
        )}
      </Cell>
      <Cell wide>{formatFamily(family)}</Cell>
      <Cell wide>
        <span className={styles['ccis']}>{ccis.join(', ')}</span>
      </Cell>
      <Cell wide end>
        {components.length === 0 ? '–' : components.length}
      </Cell>
      <Cell>
        {requirements === 0 ? (
          <span className="muted">{t('Not covered')}</span>
        ) : (
          <Meter
            label={t('Determined requirements of {control}', { control })}
            value={determined}
            max={requirements}
            text={t('{determined} of {requirements}', {
              determined: formatNumber(determined),
              requirements: formatNumber(requirements),
            })}
          />
        )}
      </Cell>
    </tr>
  )
}
