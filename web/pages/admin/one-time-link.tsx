import { BannerStrip } from '../../kit/banner-strip.tsx'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { t } from '../../languages/t.ts'
import styles from './one-time-link.module.css'

/** A link to choose a password, shown once. */
export function OneTimeLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title={t('Link to choose a password')} isOpen urgent onClose={onClose}>
      <BannerStrip variant="info">
        {t('Copy this link now: it won’t be shown again. Anyone who opens it can set the password.')}
      </BannerStrip>
      <div className={styles['link']}>
        <code aria-label={t('Link')}>{link}</code>
        <CopyButton text={link} label={t('Copy the link')} />
      </div>
      <Actions>
        <Button onPress={onClose}>{t('Done')}</Button>
      </Actions>
    </Dialog>
  )
}
