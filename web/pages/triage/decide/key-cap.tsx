import styles from './key-cap.module.css'

/** A key that only counts here, such as the digit of a template. Screen readers are not told of it. */
export function KeyCap({ of }: { of: string | number }) {
  return <kbd data-key={of} className={styles['key']} />
}
