import { Dialog } from '../kit/dialog.tsx'
import { Keys } from '../kit/kbd.tsx'
import { t } from '../languages/t.ts'
import { findKeyEntry, KEYS, type Action, type KeyEntry } from './keys.ts'
import { useBoundActions } from './use-keys.ts'
import styles from './key-help.module.css'

/** The keys of this page, by topic. */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const bound = useBoundActions()
  const actions = (Object.keys(KEYS) as Action[]).filter(
    (action) => bound.includes(action) && KEYS[action].chords.length > 0,
  )
  const groups = Map.groupBy(actions, (action): KeyEntry['group'] => findKeyEntry(action).group)
  return (
    <Dialog title={t('Keys')} isOpen onClose={onClose} wide>
      {[...groups].map(([group, members]) => (
        <section key={group} className={styles['group']}>
          <h3>{group}</h3>
          <dl>
            {members.map((action) => (
              <div key={action}>
                <dt>{findKeyEntry(action).does}</dt>
                <dd>
                  <span className="visually-hidden">{findKeyEntry(action).chords[0]}</span>
                  <Keys action={action} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p>
        <a href="/docs/guide" target="_blank" rel="noopener">
          {t('User guide')}
        </a>
      </p>
      <p className="muted small">
        {t('You can turn off single-letter shortcuts under Appearance and keys.')}
      </p>
    </Dialog>
  )
}
