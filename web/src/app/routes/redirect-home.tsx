import { type ClientLoaderFunctionArgs, redirect } from 'react-router'

/**
 * Redirects unknown paths to the public page. Providers also send users here if the server does not know where a
 * sign-in started. In that case the login page shows the error.
 */
export function clientLoader({ url }: Pick<ClientLoaderFunctionArgs, 'url'>) {
  const errorCode = url.searchParams.get('error_code')
  if (errorCode) return redirect(`/login?${new URLSearchParams({ error_code: errorCode })}`)
  // The public page has no script, so the browser loads it as a document.
  return redirect('/marketing', { headers: { 'X-Remix-Reload-Document': 'true' } })
}

export default function RedirectHome() {
  return null
}
