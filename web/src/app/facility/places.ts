// The lists of the facility's dashboard. One is shown at a time, and each has an address.

export const views = [
  { value: '', label: 'Jobs' },
  { value: 'bids', label: 'Bids' },
  { value: 'consultations', label: 'Consultations' },
  { value: 'payments', label: 'Payments' },
] as const

export type View = (typeof views)[number]['value']

const dashboard = '/facility-dashboard'

export function viewAt(view: View, narrowed: Record<string, string> = {}): string {
  const params = new URLSearchParams(view ? { view, ...narrowed } : narrowed)
  return params.size > 0 ? `${dashboard}?${params}` : dashboard
}

/** What the address asks for; something unknown is the first. */
export function viewIn(text: string | null): View {
  return views.find(({ value }) => value === text)?.value ?? ''
}

export function jobAt(jobId: string): string {
  return viewAt('', { job: jobId })
}

export function jobChatAt(jobId: string, contractorId: string): string {
  return `/chat/job/${jobId}?with=${contractorId}`
}
