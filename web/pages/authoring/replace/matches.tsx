import { diffWords } from '../../../../src/lib/word-diff.ts'
import { Checkbox } from '../../../kit/choice.tsx'
import { Runs } from '../../../kit/diff-runs.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { formatColumn } from '../fields.ts'
import { excerptRuns } from './excerpt-runs.ts'
import { matchKey, type ReplaceMatch } from './use-replacement.ts'
import styles from './matches.module.css'

/** A preview of every match, with a checkbox to exclude it. */
export function Matches({
  matches,
  isTicked,
  onTick,
}: {
  matches: readonly ReplaceMatch[]
  isTicked: (match: ReplaceMatch) => boolean
  onTick: (match: ReplaceMatch, isSelected: boolean) => void
}) {
  return (
    <ul className={styles['matches']} aria-label={t('Matches')}>
      {matches.map((match) => (
        <li key={matchKey(match)}>
          <Checkbox
            isSelected={isTicked(match)}
            isDisabled={match.skipped !== null}
            onChange={(isSelected) => onTick(match, isSelected)}
          >
            <span className="mono">{match.rule_id}</span> {formatColumn(match.field)}
            {match.skipped !== null && (
              <span className="muted"> {rich('skipped: {skipped}', { skipped: match.skipped })}</span>
            )}
          </Checkbox>
          <p className={styles['text']} dir="auto">
            <Runs runs={excerptRuns(diffWords(match.before, match.after))} />
          </p>
        </li>
      ))}
    </ul>
  )
}
