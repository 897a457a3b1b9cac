import { Outlet } from 'react-router'
import { RequireRole } from '../../features/accounts/guard/require-role.tsx'

export default function AdminLayout() {
  return (
    <RequireRole roles={['admin']}>
      <Outlet />
    </RequireRole>
  )
}
