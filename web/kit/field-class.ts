import styles from './field-class.module.css'

/** The class of every field: its label, its input, and its error below each other. */
export const FIELD_CLASS = styles['field'] ?? ''
