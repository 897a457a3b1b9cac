import { lazy, Suspense } from 'react'
import { useToastsWanted } from './toast.ts'

const ToastPlace = lazy(() => import('./toast-place.tsx'))

/** Where toasts appear. */
export function Toasts() {
  return useToastsWanted() ? (
    <Suspense>
      <ToastPlace />
    </Suspense>
  ) : null
}
