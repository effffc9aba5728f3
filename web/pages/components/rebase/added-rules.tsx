import { Checkbox } from '../../../kit/choice.tsx'
import { t } from '../../../languages/t.ts'
import { Block } from '../../home/block.tsx'
import type { RebaseDecisions, RebasePreview } from './rebase-choices.ts'
import styles from './added-rules.module.css'

/** The rules that the release adds, each with a checkbox to exclude it. */
export function AddedRules({
  added,
  total,
  decisions,
  onDecide,
}: {
  added: RebasePreview['added']
  total: number
  decisions: RebaseDecisions
  onDecide: (decisions: RebaseDecisions) => void
}) {
  const toggle = (id: number, isWanted: boolean) => {
    const leftOut = new Set(decisions.leftOut)
    if (isWanted) leftOut.delete(id)
    else leftOut.add(id)
    onDecide({ ...decisions, leftOut })
  }
  return (
    <Block title={t('Added requirements')} count={total}>
      <ul className={styles['added']}>
        {added.map(({ srg_rule_id: id, version, title }) => (
          <li key={id}>
            <Checkbox
              isSelected={!decisions.leftOut.has(id)}
              onChange={(isSelected) => toggle(id, isSelected)}
            >
              <code>{version}</code> <bdi>{title}</bdi>
            </Checkbox>
          </li>
        ))}
      </ul>
      {total > added.length && (
        <p className="muted small">{t('{total} more are added.', { total: total - added.length })}</p>
      )}
    </Block>
  )
}
