import { useMemo } from 'react'
import { diffWords } from '../../../src/lib/word-diff.ts'
import { Runs } from '../../kit/diff-runs.tsx'
import { t } from '../../languages/t.ts'
import styles from './side-by-side.module.css'

/** Two texts in two columns: what was removed is marked in the first, what was added in the second. */
export function SideBySide({ before, after }: { before: string; after: string }) {
  const runs = useMemo(() => diffWords(before, after), [before, after])
  return (
    <div className={styles['sides']}>
      <div>
        <p className="visually-hidden">{t('Before')}</p>
        <p dir="auto">
          {before === '' ? <span className="muted">{t('Empty')}</span> : <Runs runs={runs} side="before" />}
        </p>
      </div>
      <div>
        <p className="visually-hidden">{t('After')}</p>
        <p dir="auto">
          {after === '' ? <span className="muted">{t('Empty')}</span> : <Runs runs={runs} side="after" />}
        </p>
      </div>
    </div>
  )
}
