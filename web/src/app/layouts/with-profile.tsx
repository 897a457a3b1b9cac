import { Outlet } from 'react-router'
import { RequireRole } from './require-role.tsx'

/** Admins have no public profile to edit. */
export default function WithProfileLayout() {
  return (
    <RequireRole roles={['consultant', 'facility', 'contractor']}>
      <Outlet />
    </RequireRole>
  )
}
