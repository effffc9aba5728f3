import styles from './share-bar.module.css'

/** A thin bar that is filled to a share from 0 to 1. */
export function ShareBar({ share, hue }: { share: number; hue: 'teal' | 'amber' | 'blue' }) {
  return (
    <svg className={styles['bar']} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share * 100} height="6" className={styles[hue]} />
    </svg>
  )
}
