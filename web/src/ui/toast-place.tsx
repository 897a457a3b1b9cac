import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import './toast-place.css'

/** This component is loaded with the first toast. */
export default function ToastPlace() {
  return <Notifications position="bottom-right" limit={3} zIndex={1000} />
}
