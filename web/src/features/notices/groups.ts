import type { Notice } from './notices.ts'

export interface Group {
  key: string
  title: string
  notices: Notice[]
}

/** By the job or consultation they tell of, in the order of each one's first. */
export function grouped(notices: readonly Notice[]): Group[] {
  const groups = new Map<string, Group>()
  for (const notice of notices) {
    const key = notice.job_id ?? notice.consultation_id ?? 'account'
    const group = groups.get(key) ?? { key, title: notice.group_title ?? '', notices: [] }
    group.notices.push(notice)
    groups.set(key, group)
  }
  return [...groups.values()]
}
