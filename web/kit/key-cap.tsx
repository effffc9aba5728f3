import styles from './key-cap.module.css'

/** The cap of a key, such as the digit of a template. */
export function KeyCap({ value }: { value: string | number }) {
  return <kbd data-key={value} className={styles['key']} />
}
