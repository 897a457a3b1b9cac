import { type ClientLoaderFunctionArgs, redirect } from 'react-router'

/**
 * Redirects unknown paths to the public page. A sign-in provider also returns users here if the server does not know
 * where their sign-in started. The login page then shows the error.
 */
export function clientLoader({ url }: Pick<ClientLoaderFunctionArgs, 'url'>) {
  const errorCode = url.searchParams.get('error_code')
  if (errorCode) return redirect(`/login?${new URLSearchParams({ error_code: errorCode })}`)
  // The public page has no scripts, so the browser must load it as a new document.
  return redirect('/marketing', { headers: { 'X-Remix-Reload-Document': 'true' } })
}

export default function RedirectHome() {
  return null
}
