import styles from './bar-link-class.module.css'

/** The class of a link or menu of the top bar. */
export const BAR_LINK_CLASS = styles['link'] ?? ''
