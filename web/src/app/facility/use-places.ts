import { useSearchParams } from 'react-router'
import { type View, viewAt } from './places.ts'

/** The ways from the present address to each list. */
export function usePlaces() {
  const [present] = useSearchParams()
  const at = (view: View, narrowed?: Record<string, string>) => viewAt(present, view, narrowed)
  return { viewAt: at, jobAt: (jobId: string) => at('', { job: jobId }) }
}
