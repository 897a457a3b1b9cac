import { useLocation } from 'react-router'

/** The way to sign in that leads back to this page. */
export function useLoginAndBack() {
  const { pathname, search, hash } = useLocation()
  return `/login?${new URLSearchParams({ next: pathname + search + hash })}`
}
