import { SEVERITIES, listAllowedStatuses, type DocumentType } from '../../../src/vocabulary.ts'
import { toButtonClass } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Menu } from '../../kit/menu.tsx'
import { t } from '../../languages/t.ts'
import type { Change } from './bulk.ts'
import { SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'

/** The menus that set status and severity of selected requirements. */
export function ChangeMenus({ type, onChange }: { type: DocumentType; onChange: (change: Change) => void }) {
  return (
    <>
      <Menu
        trigger={toButtonClass()}
        entries={listAllowedStatuses(type).map((status) => ({
          id: status,
          label: STATUS_STYLES[status].label,
          icon: STATUS_STYLES[status].icon,
          onAction: () => onChange({ status }),
        }))}
      >
        {t('Set status')} <Icon name="down" />
      </Menu>
      <Menu
        trigger={toButtonClass()}
        entries={SEVERITIES.map((severity) => ({
          id: severity,
          label: SEVERITY_LABELS[severity],
          onAction: () => onChange({ rule_severity: severity }),
        }))}
      >
        {t('Set severity')} <Icon name="down" />
      </Menu>
    </>
  )
}
