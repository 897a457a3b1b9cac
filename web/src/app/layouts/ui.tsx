import { Outlet } from 'react-router'
import { UiProvider } from '#ui/ui-provider.tsx'

/** Every page but the public one: it brings the parts and their styles. */
export default function UiLayout() {
  return (
    <UiProvider>
      <Outlet />
    </UiProvider>
  )
}
