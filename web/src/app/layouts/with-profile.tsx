import { Outlet } from 'react-router'
import { RequireRole } from './require-role.tsx'

/** Closes the form for the public profile to admins, who have no public profile. */
export default function WithProfileLayout() {
  return (
    <RequireRole roles={['consultant', 'facility', 'contractor']}>
      <Outlet />
    </RequireRole>
  )
}
