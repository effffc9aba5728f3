import styles from './list-class.module.css'

/** The class of a list of options or of entries of a menu. */
export const LIST_CLASS = styles['list'] ?? ''
/** The class of an option or of an entry of a menu. */
export const LIST_ITEM_CLASS = styles['item'] ?? ''
