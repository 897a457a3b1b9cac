import { useSearchParams } from 'react-router'

/** The pages of a facility. */
export const facilityPaths = {
  home: '/facility-dashboard',
  jobs: '/facility/jobs',
  bids: '/facility/bids',
  consultations: '/facility/consultations',
  payments: '/facility/payments',
} as const

/** The URL parameter that opens the consultants panel of the dashboard. */
export const panelParam = 'consultants'

/** Returns the address of the list of bids on a job. */
export function bidsPath(jobTitle: string): string {
  return `${facilityPaths.bids}?${new URLSearchParams({ q: jobTitle })}`
}

export function jobChatPath(jobId: string, contractorId: string): string {
  return `/chat/job/${jobId}?with=${contractorId}`
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
