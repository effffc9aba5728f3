import { choose, chooseLanguage, useSettings, type Language, type Settings } from '../../app/settings.ts'
import { Checkbox, Radio, Radios } from '../../kit/choice.tsx'
import { Stack } from '../../kit/stack.tsx'
import { LANGUAGES } from '../../languages/names.ts'
import { t } from '../../languages/t.ts'
import { AccountPage } from './frame.tsx'

/** Appearance settings of this browser; they take effect immediately. */
export default function AppearancePage() {
  const { theme, density, language, singleKeys } = useSettings()
  return (
    <AccountPage title={t('Appearance and keys')} description={t('Saved in this browser only.')}>
      <Stack>
        <Radios
          label={t('Language')}
          value={language}
          onChange={(value) => chooseLanguage(value as Language)}
        >
          {LANGUAGES.map(({ code, name }) => (
            <Radio key={code} value={code}>
              <span lang={code}>{name}</span>
            </Radio>
          ))}
        </Radios>
        <Radios
          label={t('Theme')}
          value={theme}
          onChange={(value) => choose({ theme: value as Settings['theme'] })}
        >
          <Radio value="system">{t('System default')}</Radio>
          <Radio value="light">{t('Light')}</Radio>
          <Radio value="dark">{t('Dark')}</Radio>
        </Radios>
        <Radios
          label={t('Row height')}
          value={density}
          onChange={(value) => choose({ density: value as Settings['density'] })}
        >
          <Radio value="dense">{t('Dense')}</Radio>
          <Radio value="comfortable">{t('Comfortable')}</Radio>
        </Radios>
        <Checkbox isSelected={singleKeys} onChange={(isSelected) => choose({ singleKeys: isSelected })}>
          {t('Single-letter shortcuts, such as J and K')}
        </Checkbox>
      </Stack>
    </AccountPage>
  )
}
