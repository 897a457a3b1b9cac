import { isRouteErrorResponse, useRouteError } from 'react-router'
import { PlainPage } from './plain-page.tsx'

/** Whatever broke while a page was shown: say so, and offer ways on. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <PlainPage>
      <div className="plain-words">
        <h1>Unexpected Application Error!</h1>
        <p>
          This page broke while it was shown. What you saved is safe. Load it again; if it breaks
          again, go back to the start.
        </p>
        <p className="plain-detail">{detailOf(error)}</p>
        <p className="plain-ways">
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
          <a href="/login">Back to the start</a>
        </p>
      </div>
    </PlainPage>
  )
}

function detailOf(error: unknown) {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : 'unknown'
}
