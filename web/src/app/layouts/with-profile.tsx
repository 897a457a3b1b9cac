import { Outlet } from 'react-router'
import { RequireRole } from './require-role.tsx'

/** Lets all roles except admins use the form for the public profile. Admins have no public profile. */
export default function WithProfileLayout() {
  return (
    <RequireRole roles={['consultant', 'facility', 'contractor']}>
      <Outlet />
    </RequireRole>
  )
}
