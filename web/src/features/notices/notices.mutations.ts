import type { QueryClient } from '@tanstack/react-query'
import { makeEdit } from '#lib/optimistic.ts'
import { useAction } from '#ui/use-act.ts'
import {
  latestNotices,
  markAllRead,
  markRead,
  type Notice,
  unreadNotices,
} from './notices.queries.ts'

export function useMarkNoticeRead(userId: string, id: Notice['id']) {
  return useAction({
    run: () => markRead(id ?? ''),
    failed: 'Failed to mark this notice as read.',
    keys: [['notices']],
    edits: (_, queries) => {
      const ids = unreadIds(queries, userId).filter((unread) => unread === id)
      return makeReadEdits(userId, ids, ids.length)
    },
  })
}

export function useMarkAllNoticesRead(userId: string) {
  return useAction({
    run: markAllRead,
    failed: 'Failed to mark notices as read.',
    keys: [['notices']],
    // The list may not contain all unread notices.
    edits: (_, queries) =>
      makeReadEdits(
        userId,
        unreadIds(queries, userId),
        queries.getQueryData(unreadNotices(userId).queryKey) ?? 0,
      ),
  })
}

function unreadIds(queries: QueryClient, userId: string) {
  const notices = queries.getQueryData(latestNotices(userId).queryKey) ?? []
  return notices.filter(({ read }) => !read).map(({ id }) => id)
}

function makeReadEdits(userId: string, ids: Notice['id'][], count: number) {
  const setRead = (read: boolean) => (notices: Notice[]) =>
    notices.map((notice) => (ids.includes(notice.id) ? { ...notice, read } : notice))
  return [
    makeEdit(latestNotices(userId).queryKey, setRead(true), setRead(false)),
    makeEdit(
      unreadNotices(userId).queryKey,
      (unread: number) => Math.max(unread - count, 0),
      (unread: number) => unread + count,
    ),
  ]
}
