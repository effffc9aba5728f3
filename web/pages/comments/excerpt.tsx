import styles from './excerpt.module.css'

/** The first three lines of a text. */
export function Excerpt({ text }: { text: string }) {
  return (
    <p className={styles['excerpt']} dir="auto">
      {text}
    </p>
  )
}
