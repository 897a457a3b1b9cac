import { useSearchParams } from 'react-router'

/** The lists of the dashboard, which shows one list at a time. */
export const views = [
  { value: '', label: 'Jobs' },
  { value: 'bids', label: 'Bids' },
  { value: 'consultations', label: 'Consultations' },
  { value: 'payments', label: 'Payments' },
] as const

export type View = (typeof views)[number]['value']

const dashboard = '/facility-dashboard'

/** The URL parameter that opens the consultants panel. Links between lists keep this parameter. */
export const panelParam = 'consultants'

function viewPath(
  current: URLSearchParams,
  view: View,
  filters: Record<string, string> = {},
): string {
  const panelParams = [...current].filter(
    ([name]) => name === panelParam || name.startsWith(`${panelParam}.`),
  )
  const viewParams = Object.entries(view ? { view, ...filters } : filters)
  const params = new URLSearchParams([...panelParams, ...viewParams])
  return params.size > 0 ? `${dashboard}?${params}` : dashboard
}

/** Returns the list with this value, or the first list if the value is unknown. */
export function parseView(text: string | null): View {
  return views.find(({ value }) => value === text)?.value ?? ''
}

export function jobChatPath(jobId: string, contractorId: string): string {
  return `/chat/job/${jobId}?with=${contractorId}`
}

/** Returns functions for the paths of the lists. If the consultants panel is open now, it stays open on these paths. */
export function useFacilityPaths() {
  const [current] = useSearchParams()
  const pathOfView = (view: View, filters?: Record<string, string>) =>
    viewPath(current, view, filters)
  return { pathOfView, jobPath: (jobId: string) => pathOfView('', { job: jobId }) }
}

/** Stores in the URL whether a panel is open. */
export function usePanelInUrl(name: string) {
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
