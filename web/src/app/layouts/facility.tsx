import { Outlet } from 'react-router'
import { RequireRole } from './require-role.tsx'

export default function FacilityLayout() {
  return (
    <RequireRole roles={['facility']}>
      <Outlet />
    </RequireRole>
  )
}
