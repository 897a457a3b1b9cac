import { useSearchParams } from 'react-router'

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
function viewPath(
  present: URLSearchParams,
  view: View,
  selectAdminUsers: Record<string, string> = {},
): string {
  const ofPanel = [...present].filter(([name]) => name === panel || name.startsWith(`${panel}.`))
  const ofView = Object.entries(view ? { view, ...selectAdminUsers } : selectAdminUsers)
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

/** The ways from the present address to each list. */
export function usePlaces() {
  const [present] = useSearchParams()
  const at = (view: View, selectAdminUsers?: Record<string, string>) =>
    viewPath(present, view, selectAdminUsers)
  return { viewAt: at, jobAt: (jobId: string) => at('', { job: jobId }) }
}

/** A part of the page that is shown or not, as the address says. */
export function useShownInAddress(name: string) {
  const [params, setParams] = useSearchParams()
  const isShown = params.has(name)
  const toggle = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (isShown) after.delete(name)
        else after.set(name, 'shown')
        return after
      },
      { preventScrollReset: true },
    )
  return { isShown, toggle }
}
