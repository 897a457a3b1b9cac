import { Outlet } from 'react-router'
import { RequireRole } from '#features/accounts/guard/require-role.tsx'

/** Everybody whom others look up: admins have no profile to edit. */
export default function WithProfileLayout() {
  return (
    <RequireRole roles={['consultant', 'facility', 'contractor']}>
      <Outlet />
    </RequireRole>
  )
}
