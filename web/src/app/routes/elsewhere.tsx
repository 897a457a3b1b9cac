import { redirect } from 'react-router'

/** Every path that is no page leads to the public one. */
export function clientLoader() {
  // The public page has no script, so the browser has to load it as a document.
  return redirect('/marketing', { headers: { 'X-Remix-Reload-Document': 'true' } })
}

export default function Elsewhere() {
  return null
}
