import { Outlet } from 'react-router'
import { RequireRole } from './require-role.tsx'

export default function ConsultantLayout() {
  return (
    <RequireRole roles={['consultant']}>
      <Outlet />
    </RequireRole>
  )
}
