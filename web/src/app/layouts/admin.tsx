import { Outlet } from 'react-router'
import { RequireRole } from './require-role.tsx'
import { RequireSecondFactor } from './require-second-factor.tsx'

export default function AdminLayout() {
  return (
    <RequireRole roles={['admin']}>
      <RequireSecondFactor>
        <Outlet />
      </RequireSecondFactor>
    </RequireRole>
  )
}
