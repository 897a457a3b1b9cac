import type { QueryKey } from '@tanstack/react-query'
import { alertChoices } from '#lib/alert-choices.ts'
import { makeEdit } from '#lib/optimistic.ts'
import {
  type NotificationName,
  notificationSettings,
  privacy,
  saveHidden,
  saveNotification,
} from './settings.queries.ts'

/** Returns the functions with which a switch saves one notification setting. */
export function makeNotificationSave(userId: string, name: NotificationName) {
  return {
    save: (isOn: boolean) => saveNotification(userId, name, isOn),
    edits: (isOn: boolean) => [
      makeSettingEdit(notificationSettings(userId).queryKey, name, isOn),
      // The app's shell reads these two settings with another query.
      ...(name === 'sound' || name === 'messages'
        ? [makeSettingEdit(alertChoices(userId).queryKey, name, isOn)]
        : []),
    ],
  }
}

/** Returns the functions with which a switch hides or shows the user's profile. */
export function makePrivacySave(userId: string) {
  return {
    save: (isHidden: boolean) => saveHidden(userId, isHidden),
    edits: (isHidden: boolean) => [
      makeSettingEdit(privacy(userId).queryKey, 'is_hidden', isHidden),
    ],
  }
}

/** Changes only one setting, so that two quick changes do not overwrite each other. */
function makeSettingEdit(queryKey: QueryKey, name: string, isOn: boolean) {
  type Settings = Record<string, boolean>
  return makeEdit<Settings>(
    queryKey,
    (settings) => ({ ...settings, [name]: isOn }),
    (settings) => ({ ...settings, [name]: !isOn }),
  )
}
