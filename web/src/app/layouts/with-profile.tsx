import { Outlet } from 'react-router'
import { RequireRole } from './require-role.tsx'

/** Opens the form for the public profile to all roles except admins, who have no public profile. */
export default function WithProfileLayout() {
  return (
    <RequireRole roles={['consultant', 'facility', 'contractor']}>
      <Outlet />
    </RequireRole>
  )
}
