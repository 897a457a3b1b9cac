// The lists of the facility's dashboard. One is shown at a time, and each has an address.

export const views = [
  { value: '', label: 'Jobs' },
  { value: 'bids', label: 'Bids' },
  { value: 'consultations', label: 'Consultations' },
  { value: 'payments', label: 'Payments' },
] as const

export type View = (typeof views)[number]['value']

const dashboard = '/facility-dashboard'

/** The panel that stands beside each of them: what the address says of it stays. */
export const panel = 'consultants'

/** @param present  The address from which it goes there. */
export function viewAt(
  present: URLSearchParams,
  view: View,
  narrowed: Record<string, string> = {},
): string {
  const ofPanel = [...present].filter(([name]) => name === panel || name.startsWith(`${panel}.`))
  const ofView = Object.entries(view ? { view, ...narrowed } : narrowed)
  const params = new URLSearchParams([...ofPanel, ...ofView])
  return params.size > 0 ? `${dashboard}?${params}` : dashboard
}

/** What the address asks for; something unknown is the first. */
export function viewIn(text: string | null): View {
  return views.find(({ value }) => value === text)?.value ?? ''
}

export function jobChatAt(jobId: string, contractorId: string): string {
  return `/chat/job/${jobId}?with=${contractorId}`
}
