import { Outlet } from 'react-router'
import { RequireRole } from './require-role.tsx'

export default function ContractorLayout() {
  return (
    <RequireRole roles={['contractor']}>
      <Outlet />
    </RequireRole>
  )
}
