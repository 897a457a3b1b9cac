import { queryOptions } from '@tanstack/react-query'
import { afterJoin } from './live/after-join.ts'
import { readUnread } from './unread.ts'

/** Reads which alerts the user wants. Saving the settings also updates this cached query. */
export const alertChoices = (userId: string) =>
  queryOptions({
    queryKey: ['settings', 'heeded', userId],
    queryFn: afterJoin(async () => (await readUnread()).alerts),
  })
