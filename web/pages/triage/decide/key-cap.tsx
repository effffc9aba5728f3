import styles from './key-cap.module.css'

/** A key that works only here, such as the digit of a template. Hidden from screen readers. */
export function KeyCap({ value }: { value: string | number }) {
  return <kbd data-key={value} className={styles['key']} />
}
