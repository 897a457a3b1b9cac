export const bidTabs = ['all', 'pending', 'won', 'finished', 'rejected', 'withdrawn'] as const

export type BidTab = (typeof bidTabs)[number]

export function bidTabIn(text: string | undefined): BidTab {
  return bidTabs.find((tab) => tab === text) ?? 'all'
}

/** A bid that won stays one when the work is done: what is finished is a part of what was won. */
export function statusesOf(tab: BidTab): { bid?: string; job?: string } {
  switch (tab) {
    case 'all':
      return {}
    case 'won':
      return { bid: 'accepted' }
    case 'finished':
      return { bid: 'accepted', job: 'finished' }
    case 'pending':
    case 'rejected':
    case 'withdrawn':
      return { bid: tab }
  }
}
