import { notifications } from '@mantine/notifications'

/** Confirms what was done. What needs an answer is no toast. */
export function toast(message: string) {
  notifications.show({ message, autoClose: 5000, withBorder: true })
}
