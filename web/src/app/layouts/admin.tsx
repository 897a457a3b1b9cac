import { Outlet } from 'react-router'
import { RequireRole } from '#features/accounts/guard/require-role.tsx'
import { RequireSecondFactor } from '#features/accounts/guard/require-second-factor.tsx'

export default function AdminLayout() {
  return (
    <RequireRole roles={['admin']}>
      <RequireSecondFactor>
        <Outlet />
      </RequireSecondFactor>
    </RequireRole>
  )
}
