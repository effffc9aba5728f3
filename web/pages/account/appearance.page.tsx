import { choose, useSettings, type Settings } from '../../app/settings.ts'
import { Checkbox, Radio, Radios } from '../../kit/choice.tsx'
import styles from './account.module.css'
import { AccountPage } from './frame.tsx'

/** How the workbench looks in this browser; it takes effect at once. */
export default function AppearancePage() {
  const { theme, density, singleKeys } = useSettings()
  return (
    <AccountPage title="Appearance and keys" about="Kept in this browser.">
      <div className={styles['stack']}>
        <Radios
          label="Colours"
          value={theme}
          onChange={(value) => choose({ theme: value as Settings['theme'] })}
        >
          <Radio value="system">As the system</Radio>
          <Radio value="light">Light</Radio>
          <Radio value="dark">Dark</Radio>
        </Radios>
        <Radios
          label="Rows"
          value={density}
          onChange={(value) => choose({ density: value as Settings['density'] })}
        >
          <Radio value="dense">Dense</Radio>
          <Radio value="comfortable">Comfortable</Radio>
        </Radios>
        <Checkbox isSelected={singleKeys} onChange={(on) => choose({ singleKeys: on })}>
          Keys that are one letter, such as J and K
        </Checkbox>
      </div>
    </AccountPage>
  )
}
