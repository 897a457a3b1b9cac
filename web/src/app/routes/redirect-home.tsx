import { type ClientLoaderFunctionArgs, redirect } from 'react-router'

/**
 * Every path that is no page leads to the public one. Who comes back from somewhere else, when it is not known any more
 * where they began, is led here too: the form for signing in says what is wrong.
 */
export function clientLoader({ url }: Pick<ClientLoaderFunctionArgs, 'url'>) {
  const refusal = url.searchParams.get('error_code')
  if (refusal) return redirect(`/login?${new URLSearchParams({ error_code: refusal })}`)
  // The public page has no script, so the browser has to load it as a document.
  return redirect('/marketing', { headers: { 'X-Remix-Reload-Document': 'true' } })
}

export default function Elsewhere() {
  return null
}
