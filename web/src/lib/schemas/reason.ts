import { text } from './text.ts'

/** Why an admin does something to somebody: it stands in the audit log. */
export const reason = () => text('Say why, in a few words.', 1000)
