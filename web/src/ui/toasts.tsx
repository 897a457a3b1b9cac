import { Suspense } from 'react'
import { lazyPart } from './lazy.tsx'
import { useHasToasts } from './toast.ts'

const ToastPlace = lazyPart(
  () => import('./toast-place.tsx'),
  () => null,
)

/** Renders the place on the page where toasts appear. */
export function Toasts() {
  return useHasToasts() ? (
    <Suspense>
      <ToastPlace />
    </Suspense>
  ) : null
}
