import { Outlet, useMatches } from 'react-router'
import { parseRole } from '#lib/session/roles.ts'
import { RequireRole } from './require-role.tsx'
import { RequireSecondFactor } from './require-second-factor.tsx'
import { SignedInFrame } from './signed-in-frame.tsx'

export default function SignedInLayout() {
  return (
    <SignedInFrame>
      <PageForRole />
    </SignedInFrame>
  )
}

/**
 * The id of a route begins with its folder. Pages in the folder of a role are for this role only, and pages in `shared`
 * are for all users.
 */
function PageForRole() {
  const [, folder = ''] = useMatches().at(-1)?.id.split('/') ?? []
  const page = <Outlet />
  if (folder === 'shared') return page
  const role = parseRole(folder)
  return (
    <RequireRole roles={role ? [role] : []}>
      {role === 'admin' ? <RequireSecondFactor>{page}</RequireSecondFactor> : page}
    </RequireRole>
  )
}
