import { Suspense } from 'react'
import { lazyPart } from './lazy-part.ts'
import { useToastsWanted } from './toast.ts'

const ToastPlace = lazyPart(
  () => import('./toast-place.tsx'),
  () => null,
)

/** Where toasts appear. */
export function Toasts() {
  return useToastsWanted() ? (
    <Suspense>
      <ToastPlace />
    </Suspense>
  ) : null
}
