import { Outlet } from 'react-router'
import { UiProvider } from '#ui/ui-provider.tsx'

/** Provides the components and their styles to the pages for visitors, except /marketing. */
export default function UiLayout() {
  return (
    <UiProvider>
      <Outlet />
    </UiProvider>
  )
}
