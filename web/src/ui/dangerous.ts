import styles from './dangerous.module.css'

/** Of a button that confirms what takes something away. */
export const dangerous = { color: 'red', className: styles.dangerous ?? '' }
